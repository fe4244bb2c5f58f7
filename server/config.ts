/**
 * Reads and validates the environment once. Nothing else in the server reads `process.env`. Every variable has a default that works on a
 * fresh machine (spec: decisions, "Configuration").
 */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** Finds the folder of package.json: above this file in the sources, and above the bundle in dist/server. */
function findRoot(from: string): string {
  const parent = dirname(from)
  return existsSync(join(from, 'package.json')) || parent === from ? from : findRoot(parent)
}

/** An error of the installation, not of the program: `main` prints its message and exits with code 1. */
export class StartupError extends Error {
  override name = 'StartupError'
}

const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const flag = (whenAbsent: boolean) =>
  z
    .enum(['0', '1'], { error: 'must be 1 or 0' })
    .optional()
    .transform((value) => (value ? value === '1' : whenAbsent))

/** `http://host` or `https://host` with an optional port and no path: pages are served from the root. */
const webOrigin = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).href === `${new URL(value).origin}/`

const origin = z
  .string()
  .refine(webOrigin, 'must be http:// or https:// and a host, without a path')
  .transform((value) => new URL(value).origin)

const subnets = ['loopback', 'linklocal', 'uniquelocal']
const isProxyList = (value: string): boolean =>
  /^\d+$/.test(value) || listOf(value).every((part) => subnets.includes(part) || ipaddr.isValid(part) || ipaddr.isValidCIDR(part))

/** `sqlite:PATH` or `postgres://…`. */
const isDatabaseUrl = (value: string): boolean =>
  /^sqlite:(?!:memory:).+/.test(value) || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))

const isSmtpUrl = (value: string): boolean => /^smtps?:\/\/./.test(value) && URL.canParse(value) && new URL(value).hostname !== ''

/** `Name <address>`, or an address alone. */
const senderPattern = /^(?:([^<>@\p{Cc}]*?)\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u

/** An API key as providers issue them. */
const providerKey = z
  .string()
  .regex(/^[\w.~+/=-]{1,200}$/, 'must be a key, without spaces')
  .optional()

const webAddress = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).username === '',
    'must be an http or https address',
  )

const mailAddress = z
  .string()
  .max(128)
  .regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/u, 'must be a mail address')

const PartnerSkin = z.strictObject({
  key: z.string(),
  name: z.string().trim().min(1).max(60),
  intro: z.string().trim().min(1).max(300).optional(),
  rules: webAddress.optional(),
  theme: z.literal('white').optional(),
  followBead: z
    .string()
    .regex(/^b[0-9a-z]{17}$/, 'must be the id of a playlist')
    .optional(),
  followUid: z
    .string()
    .regex(/^[\w.]{3,50}$/, 'must be a user id')
    .optional(),
})

/** A JSON list. Errors are one sentence, as for every other variable. */
const partnerSkins = z.string().transform((value, context): z.output<typeof PartnerSkin>[] => {
  const problem = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  try {
    const parsed = z.array(PartnerSkin).max(3).safeParse(JSON.parse(value))
    if (parsed.success) return parsed.data
    const { path, message } = parsed.error.issues[0]!
    return problem(`must be a list of partners’ looks: ${[...path, message].join(' ')}`)
  } catch {
    return problem('must be JSON: [{"key":"…","name":"…"}]')
  }
})

/** Base addresses of the networks' APIs, unless a variable overrides them. */
const networkAddresses = {
  FACEBOOK: {
    AUTHORIZE_URL: 'https://www.facebook.com/v23.0/dialog/oauth',
    TOKEN_URL: 'https://graph.facebook.com/v23.0/oauth/access_token',
    USERINFO_URL: 'https://graph.facebook.com/v23.0/me?fields=id,name,email',
  },
  TWITTER: {
    AUTHORIZE_URL: 'https://x.com/i/oauth2/authorize',
    TOKEN_URL: 'https://api.x.com/2/oauth2/token',
    USERINFO_URL: 'https://api.x.com/2/users/me',
  },
} as const

const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], { error: 'must be production, development or test' }).optional(),
  HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
    .default('3000')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a number from 0 to 65535'),
  STRAND_DATA_DIR: z.string().min(1, 'must not be empty').optional(),
  DATABASE_URL: z.string().refine(isDatabaseUrl, 'must be sqlite:PATH or postgres://user:password@host:port/name').optional(),
  MEILI_URL: webAddress.optional(),
  MEILI_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,512}$/, 'must be a key, without spaces')
    .optional(),
  // No hyphens: names of indexes that are being built contain them.
  MEILI_INDEX: z
    .string()
    .regex(/^\w{1,100}$/, 'must be letters, digits and underscores')
    .optional(),
  PUBLIC_URL: origin.optional(),
  STRAND_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  SMTP_URL: z.string().refine(isSmtpUrl, 'must be smtp://user:password@host:port or smtps://…').optional(),
  MAIL_FROM: z.string().regex(senderPattern, 'must be an address, or a name and an address in <>').optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  FLICKR_KEY: providerKey,
  FIVEPX_KEY: providerKey,
  BEHANCE_KEY: providerKey,
  YOUTUBE_KEY: providerKey,
  VIMEO_TOKEN: providerKey,
  SOUNDCLOUD_ID: providerKey,
  TWITTER_BEARER_TOKEN: providerKey,
  DAILYMOTION_PLAYER_ID: z
    .string()
    .regex(/^x[a-z0-9]{1,15}$/, 'must be a player id, such as xabc1')
    .optional(),
  STRAND_DEMO: z.enum(['0', '1'], { error: 'must be 1 or 0' }).optional(),
  STRAND_READ_ONLY: flag(false),
  STRAND_PARTNERS: z
    .string()
    .regex(
      /^[a-z0-9-]{1,40}:[^:+,]{1,50}\+[^:+,]{1,50}(,[a-z0-9-]{1,40}:[^:+,]{1,50}\+[^:+,]{1,50}){0,2}$/,
      'must be at most three partners with two tags each: key:Tag+Tag,…',
    )
    .default('northlight:Northlight+NorthlightChallenge,lowtide:LowTide+LowTideChallenge,longtable:LongTable+LongTableChallenge'),
  STRAND_PARTNER_SKINS: partnerSkins.optional(),
  STRAND_IOS_APP_URL: webAddress.optional(),
  STRAND_ANDROID_APP_URL: webAddress.optional(),
  STRAND_CONTACT: mailAddress.optional(),
  STRAND_MEDIA_CONTACT: mailAddress.optional(),
  STRAND_FEATURED: z
    .string()
    .regex(
      /^(blog|team|feedback):b[0-9a-z]{17}(,(blog|team|feedback):b[0-9a-z]{17}){0,2}$/,
      'must be ids of playlists: blog:ID,team:ID,feedback:ID',
    )
    .transform(
      (value) =>
        Object.fromEntries(value.split(',').map((part) => part.split(':'))) as Partial<Record<'blog' | 'team' | 'feedback', string>>,
    )
    .optional(),
  STRAND_STAFF: z
    .string()
    .regex(/^[\w.]{3,50}(,[\w.]{3,50})?$/, 'must be at most two user ids, joined by a comma')
    .transform(listOf)
    .optional(),
  STRAND_COPYRIGHT_YEAR: z
    .string()
    .regex(/^\d{4}$/, 'must be a year of four digits')
    .default('2017')
    .transform(Number),
  STRAND_RATE_LIMITS: flag(true),
  STRAND_MIN_PASSWORD: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number from 4 to 128')
    .default('4')
    .transform(Number)
    .refine((length) => length >= 4 && length <= 128, 'must be a number from 4 to 128'),
  FACEBOOK_CLIENT_ID: z.string().optional(),
  FACEBOOK_CLIENT_SECRET: z.string().optional(),
  FACEBOOK_AUTHORIZE_URL: webAddress.default(networkAddresses.FACEBOOK.AUTHORIZE_URL),
  FACEBOOK_TOKEN_URL: webAddress.default(networkAddresses.FACEBOOK.TOKEN_URL),
  FACEBOOK_USERINFO_URL: webAddress.default(networkAddresses.FACEBOOK.USERINFO_URL),
  TWITTER_CLIENT_ID: z.string().optional(),
  TWITTER_CLIENT_SECRET: z.string().optional(),
  TWITTER_AUTHORIZE_URL: webAddress.default(networkAddresses.TWITTER.AUTHORIZE_URL),
  TWITTER_TOKEN_URL: webAddress.default(networkAddresses.TWITTER.TOKEN_URL),
  TWITTER_USERINFO_URL: webAddress.default(networkAddresses.TWITTER.USERINFO_URL),
  CAST_RECEIVER_ORIGIN: origin.optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).optional(),
  TRUST_PROXY: z.string().refine(isProxyList, 'must be a number of proxies or a list of their addresses').optional(),
  STRAND_VITE_ORIGIN: origin.optional(),
})

/** Descriptions for the README. A test compares them with the README and with the schema. */
export const variables: readonly { name: keyof typeof Environment.shape; meaning: string; default: string }[] = [
  { name: 'HOST', meaning: 'address the server listens on', default: '127.0.0.1' },
  { name: 'PORT', meaning: 'port the server listens on; 0 picks a free one', default: '3000' },
  { name: 'STRAND_DATA_DIR', meaning: 'directory of everything that is stored', default: './data' },
  { name: 'DATABASE_URL', meaning: '`sqlite:PATH` or `postgres://…`', default: 'SQLite file in the data directory' },
  {
    name: 'MEILI_URL',
    meaning: 'Meilisearch, 1.36 or newer, to search with, started with `--max-indexing-memory 256MiB`; see `search/README.md`',
    default: 'an index in the data directory',
  },
  {
    name: 'MEILI_KEY',
    meaning: 'its master key, or one that is limited to the indexes of this site; see `search/README.md`',
    default: 'none',
  },
  { name: 'MEILI_INDEX', meaning: 'name of the index in Meilisearch; each site has one of its own', default: 'strand' },
  {
    name: 'PUBLIC_URL',
    meaning: 'address people use, for links, cookies and embeds; once set, requests from pages at any other address are refused',
    default: 'http://HOST:PORT',
  },
  {
    name: 'SMTP_URL',
    meaning: 'mail server, `smtp://user:password@host:port` or `smtps://…`',
    default: 'mails are files in the data directory, which admins can read',
  },
  {
    name: 'MAIL_FROM',
    meaning: 'sender of mails, `Strand <strand@example.org>`',
    default: '`Strand <no-reply@…>` at the host of PUBLIC_URL',
  },
  {
    name: 'VAPID_PUBLIC_KEY',
    meaning: 'key pair of push messages, in base64url, with `VAPID_PRIVATE_KEY`',
    default: 'made once, in the data directory',
  },
  { name: 'VAPID_PRIVATE_KEY', meaning: 'the private half of it', default: 'made once, in the data directory' },
  {
    name: 'STRAND_SECRET',
    meaning: 'what links in mails and the cookies of known devices are signed with, the same for several servers on one database',
    default: 'made once, in the data directory',
  },
  { name: 'FLICKR_KEY', meaning: 'key of the Flickr API, for image search', default: 'Flickr is not offered' },
  { name: 'FIVEPX_KEY', meaning: 'consumer key of the 500px API, for image search', default: '500px is not offered' },
  { name: 'BEHANCE_KEY', meaning: 'client id of the Behance API, for image search', default: 'Behance is not offered' },
  { name: 'YOUTUBE_KEY', meaning: 'key of the YouTube Data API, for search elsewhere on the web', default: 'YouTube is not searched' },
  { name: 'VIMEO_TOKEN', meaning: 'access token of the Vimeo API, for the same', default: 'Vimeo is not searched' },
  { name: 'SOUNDCLOUD_ID', meaning: 'client id of the SoundCloud API, for the same', default: 'SoundCloud is not searched' },
  {
    name: 'TWITTER_BEARER_TOKEN',
    meaning: 'an app’s token at X, to count shares there; Facebook’s are counted with `FACEBOOK_CLIENT_ID`',
    default: 'shares at X are not counted',
  },
  {
    name: 'DAILYMOTION_PLAYER_ID',
    meaning: 'a player of the Dailymotion Studio, made for this site; Dailymotion plays through no other',
    default: 'Dailymotion is not played',
  },
  { name: 'STRAND_DEMO', meaning: '`1` seeds the demo world into an empty database, `0` never', default: '`1` outside production' },
  { name: 'STRAND_READ_ONLY', meaning: '`1` refuses every write but log-in and log-out', default: '0' },
  {
    name: 'STRAND_PARTNERS',
    meaning: 'up to three partners and the two tags that submissions to their challenges get',
    default: '`northlight:Northlight+NorthlightChallenge,…`',
  },
  {
    name: 'STRAND_PARTNER_SKINS',
    meaning:
      'how the pages of those partners look, in JSON: a list of `{ key, name, intro?, rules?, theme?: "white", followBead?, followUid? }`',
    default: 'those of the demo world, where it is seeded',
  },
  { name: 'STRAND_IOS_APP_URL', meaning: 'where the app for iPhones is had', default: 'no link to it' },
  { name: 'STRAND_ANDROID_APP_URL', meaning: 'where the app for Android is had', default: 'no link to it' },
  { name: 'STRAND_CONTACT', meaning: 'mail address for everybody, on the page about the site', default: 'none' },
  { name: 'STRAND_MEDIA_CONTACT', meaning: 'mail address for the press, on the same page', default: 'none' },
  {
    name: 'STRAND_FEATURED',
    meaning: 'playlists on that page, by id: `blog:ID,team:ID,feedback:ID`',
    default: 'those of the demo world, where it is seeded',
  },
  { name: 'STRAND_STAFF', meaning: 'up to two accounts, by user id, that may tweet a picture as admins do: `UID,UID`', default: 'none' },
  { name: 'STRAND_COPYRIGHT_YEAR', meaning: 'year in the copyright line', default: '2017' },
  { name: 'STRAND_RATE_LIMITS', meaning: '`0` lifts the limits on requests, for tests and benchmarks', default: '1' },
  { name: 'STRAND_MIN_PASSWORD', meaning: 'characters that a new password has at least, from 4 to 128', default: '4' },
  {
    name: 'FACEBOOK_CLIENT_ID',
    meaning:
      'sign-in with Facebook, together with `FACEBOOK_CLIENT_SECRET`; the app’s redirect address is `PUBLIC_URL/connect/facebook/callback`',
    default: 'none: not offered',
  },
  { name: 'FACEBOOK_CLIENT_SECRET', meaning: 'the secret of that app', default: 'none' },
  { name: 'FACEBOOK_AUTHORIZE_URL', meaning: 'where people log in there', default: '`https://www.facebook.com/v23.0/dialog/oauth`' },
  { name: 'FACEBOOK_TOKEN_URL', meaning: 'where a code becomes a token', default: '`https://graph.facebook.com/v23.0/oauth/access_token`' },
  {
    name: 'FACEBOOK_USERINFO_URL',
    meaning: 'what tells who it was',
    default: '`https://graph.facebook.com/v23.0/me?fields=id,name,email`',
  },
  {
    name: 'TWITTER_CLIENT_ID',
    meaning: 'sign-in with X, together with `TWITTER_CLIENT_SECRET`; the app’s redirect address is `PUBLIC_URL/connect/twitter/callback`',
    default: 'none: not offered',
  },
  { name: 'TWITTER_CLIENT_SECRET', meaning: 'the secret of that app', default: 'none' },
  { name: 'TWITTER_AUTHORIZE_URL', meaning: 'where people log in there', default: '`https://x.com/i/oauth2/authorize`' },
  { name: 'TWITTER_TOKEN_URL', meaning: 'where a code becomes a token', default: '`https://api.x.com/2/oauth2/token`' },
  { name: 'TWITTER_USERINFO_URL', meaning: 'what tells who it was', default: '`https://api.x.com/2/users/me`' },
  {
    name: 'CAST_RECEIVER_ORIGIN',
    meaning: 'origin of the receiver’s page, which may read feeds with a receiver’s token',
    default: 'PUBLIC_URL',
  },
  { name: 'LOG_LEVEL', meaning: `${logLevels.join(', ')}`, default: '`info` in production, otherwise `warn`' },
  {
    name: 'TRUST_PROXY',
    meaning: 'proxies whose `X-Forwarded-*` headers count: how many hops, or their addresses, comma-joined',
    default: 'none',
  },
  { name: 'NODE_ENV', meaning: '`production`; `development` and `test` also check every answer against the contract', default: 'none' },
  {
    name: 'STRAND_VITE_ORIGIN',
    meaning: 'origin of the Vite server that serves scripts while developing',
    default: 'none: the built files',
  },
]

export interface NetworkAccess {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  userinfoUrl: string
}

export interface Config {
  /** Absolute path of the folder that holds package.json. */
  root: string
  mode: 'production' | 'development' | 'test' | 'plain'
  host: string
  port: number
  dataDir: string
  database: { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }
  /** Null: only the embedded index is used. */
  meili: { url: string; key: string | null; index: string } | null
  /** Without a trailing slash. */
  publicUrl: string
  /** Whether the operator has set `publicUrl`: then no other origin is accepted as Strand's own (decision 56). */
  hasPublicUrl: boolean
  /** Whether cookies require HTTPS. */
  secure: boolean
  mail: { smtpUrl: string | null; from: { name: string; address: string } }
  /** VAPID keys of push messages. Null: use those in the data directory. */
  vapid: { publicKey: string; privateKey: string } | null
  /** Signs links and cookies. Null: use the secret in the data directory. */
  secret: string | null
  /** API keys for the networks' share counts. Null: the count is not shown. */
  shareKeys: { facebook: string | null; twitter: string | null }
  /** API keys of image services. Null: the service is not offered. */
  imageKeys: { flickr: string | null; fivepx: string | null; behance: string | null }
  mediaKeys: { youtube: string | null; vimeo: string | null; soundcloud: string | null }
  /** The operator's Dailymotion player. Null: no player is offered. */
  dailymotionPlayerId: string | null
  demo: boolean
  readOnly: boolean
  /** `key:Tag+Tag`, separated by commas. */
  partners: string
  /** Null: use those of the demo data, if there is any. */
  partnerSkins: z.output<typeof PartnerSkin>[] | null
  apps: { ios: string | null; android: string | null }
  contacts: { general: string | null; media: string | null }
  /** Playlist ids. Null: use those of the demo data, if there is any. */
  featured: Partial<Record<'blog' | 'team' | 'feedback', string>> | null
  /** Uids that may tweet pictures as admins do. */
  staff: readonly string[]
  copyrightYear: number
  rateLimits: boolean
  /** Social networks; null without the operator's keys. */
  networks: Record<'facebook' | 'twitter', NetworkAccess | null>
  castReceiverOrigin: string
  /** Minimum length of a new password in characters. */
  minPassword: number
  /** Whether answers are validated against the contract before they are sent. */
  checkAnswers: boolean
  logLevel: (typeof logLevels)[number]
  /** The value of Express's `trust proxy`. */
  trustProxy: number | string[] | false
  viteOrigin: string | null
}

/** `http://host:port` that a browser on this machine can open. */
function localAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return port === 80 ? `http://${name}` : `http://${name}:${port}`
}

function databaseOf(url: string | undefined, dataDir: string): Config['database'] {
  if (url === undefined) return { kind: 'sqlite', path: join(dataDir, 'strand.sqlite') }
  return url.startsWith('sqlite:') ? { kind: 'sqlite', path: resolve(url.slice('sqlite:'.length)) } : { kind: 'postgres', url }
}

function trustProxyOf(value: string | undefined): Config['trustProxy'] {
  if (value === undefined) return false
  if (/^\d+$/.test(value)) return Number(value) || false
  return listOf(value)
}

function senderOf(value: string | undefined, publicUrl: string): Config['mail']['from'] {
  const [, name, address, bare] = senderPattern.exec(value ?? '') ?? []
  // A mail address cannot have an IP address as its domain in plain form.
  const { hostname } = new URL(publicUrl)
  const domain = ipaddr.isValid(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname
  return { name: name?.replace(/^"|"$/g, '') || 'Strand', address: address ?? bare ?? `no-reply@${domain}` }
}

/** Null without the operator's keys. One key of a pair is an error. */
function networkOf(name: keyof typeof networkAddresses, values: z.output<typeof Environment>): NetworkAccess | null {
  const clientId = values[`${name}_CLIENT_ID`]
  const clientSecret = values[`${name}_CLIENT_SECRET`]
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    throw new StartupError(`The configuration is not valid: ${name}_CLIENT_ID and ${name}_CLIENT_SECRET must be set together.`)
  }
  if (clientId === undefined || clientSecret === undefined) return null
  return {
    clientId,
    clientSecret,
    authorizeUrl: values[`${name}_AUTHORIZE_URL`],
    tokenUrl: values[`${name}_TOKEN_URL`],
    userinfoUrl: values[`${name}_USERINFO_URL`],
  }
}

/** Relative paths are resolved from the working directory. Throws `StartupError`. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  // An empty variable counts as absent, as in shell scripts.
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(present)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new StartupError(`The configuration is not valid: ${problems.join('; ')}.`)
  }
  const values = parsed.data
  const root = findRoot(import.meta.dirname)
  const mode = values.NODE_ENV ?? (values.STRAND_VITE_ORIGIN === undefined ? 'plain' : 'development')
  const dataDir = values.STRAND_DATA_DIR === undefined ? join(root, 'data') : resolve(values.STRAND_DATA_DIR)
  const publicUrl = values.PUBLIC_URL ?? localAddress(values.HOST, values.PORT)
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values
  if ((publicKey === undefined) !== (privateKey === undefined)) {
    throw new StartupError('The configuration is not valid: VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together.')
  }
  const useless = (['MEILI_KEY', 'MEILI_INDEX'] as const).find((name) => values[name] !== undefined && values.MEILI_URL === undefined)
  if (useless !== undefined) throw new StartupError(`The configuration is not valid: ${useless} is of no use without MEILI_URL.`)
  const partners = values.STRAND_PARTNERS.split(',').map((part) => part.slice(0, part.indexOf(':')))
  const looks = (values.STRAND_PARTNER_SKINS ?? []).map(({ key }) => key)
  const stranger = looks.find((key) => !partners.includes(key))
  if (stranger !== undefined)
    throw new StartupError(`The configuration is not valid: STRAND_PARTNER_SKINS names "${stranger}", which STRAND_PARTNERS does not.`)
  if (new Set(looks).size < looks.length)
    throw new StartupError('The configuration is not valid: STRAND_PARTNER_SKINS names a partner twice.')
  const facebook = networkOf('FACEBOOK', values)
  return {
    root,
    mode,
    host: values.HOST,
    port: values.PORT,
    dataDir,
    database: databaseOf(values.DATABASE_URL, dataDir),
    meili:
      values.MEILI_URL === undefined
        ? null
        : { url: values.MEILI_URL, key: values.MEILI_KEY ?? null, index: values.MEILI_INDEX ?? 'strand' },
    publicUrl,
    hasPublicUrl: values.PUBLIC_URL !== undefined,
    secure: publicUrl.startsWith('https:'),
    mail: { smtpUrl: values.SMTP_URL ?? null, from: senderOf(values.MAIL_FROM, publicUrl) },
    vapid: publicKey === undefined || privateKey === undefined ? null : { publicKey, privateKey },
    secret: values.STRAND_SECRET ?? null,
    shareKeys: { facebook: facebook && `${facebook.clientId}|${facebook.clientSecret}`, twitter: values.TWITTER_BEARER_TOKEN ?? null },
    imageKeys: { flickr: values.FLICKR_KEY ?? null, fivepx: values.FIVEPX_KEY ?? null, behance: values.BEHANCE_KEY ?? null },
    mediaKeys: { youtube: values.YOUTUBE_KEY ?? null, vimeo: values.VIMEO_TOKEN ?? null, soundcloud: values.SOUNDCLOUD_ID ?? null },
    dailymotionPlayerId: values.DAILYMOTION_PLAYER_ID ?? null,
    demo: values.STRAND_DEMO === undefined ? mode !== 'production' : values.STRAND_DEMO === '1',
    readOnly: values.STRAND_READ_ONLY,
    partners: values.STRAND_PARTNERS,
    partnerSkins: values.STRAND_PARTNER_SKINS ?? null,
    apps: { ios: values.STRAND_IOS_APP_URL ?? null, android: values.STRAND_ANDROID_APP_URL ?? null },
    contacts: { general: values.STRAND_CONTACT ?? null, media: values.STRAND_MEDIA_CONTACT ?? null },
    featured: values.STRAND_FEATURED ?? null,
    staff: values.STRAND_STAFF ?? [],
    copyrightYear: values.STRAND_COPYRIGHT_YEAR,
    rateLimits: values.STRAND_RATE_LIMITS,
    networks: { facebook, twitter: networkOf('TWITTER', values) },
    castReceiverOrigin: values.CAST_RECEIVER_ORIGIN ?? publicUrl,
    minPassword: values.STRAND_MIN_PASSWORD,
    checkAnswers: mode === 'development' || mode === 'test',
    logLevel: values.LOG_LEVEL ?? (mode === 'production' ? 'info' : 'warn'),
    trustProxy: trustProxyOf(values.TRUST_PROXY),
    viteOrigin: values.STRAND_VITE_ORIGIN ?? null,
  }
}

/** The configuration after port 0 has been resolved to a real port. */
export function atPort(config: Config, port: number): Config {
  const publicUrl = config.hasPublicUrl ? config.publicUrl : localAddress(config.host, port)
  const castReceiverOrigin = config.castReceiverOrigin === config.publicUrl ? publicUrl : config.castReceiverOrigin
  return { ...config, port, publicUrl, castReceiverOrigin }
}
