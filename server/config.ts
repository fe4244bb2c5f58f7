/**
 * Reads and validates the environment once. Nothing else in the server reads `process.env`. Every variable has a default that works on a
 * fresh machine (spec: decisions, "Configuration").
 */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { Environment, type EnvironmentValues, type logLevels, type networkAddresses } from './config/environment.ts'
import { listOf, senderPattern, type PartnerSkin } from './config/formats.ts'
import { parseS3Url, s3Format, type S3Address, type S3Location } from './config/s3.ts'

export { nameOfS3, type S3Location } from './config/s3.ts'

/** Finds the folder of package.json: above this file in the sources, and above the bundle in dist/server. */
function findRoot(from: string): string {
  const parent = dirname(from)
  return existsSync(join(from, 'package.json')) || parent === from ? from : findRoot(parent)
}

/** An error of the installation, not of the program: `main` prints its message and exits with code 1, or 78 if the environment is wrong. */
export class StartupError extends Error {
  override name = 'StartupError'
}

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
  /** `plain`: NODE_ENV is not set, as with `npm start`. */
  mode: 'production' | 'development' | 'test' | 'plain'
  host: string
  port: number
  dataDir: string
  database: { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }
  /** Null: only the embedded index is used. */
  meili: { url: string; key: string | null; index: string } | null
  /** Where uploads are stored. Null: as files in the data directory. */
  s3: S3Location | null
  /** Without a trailing slash. */
  publicUrl: string
  /** Whether the operator has set `publicUrl`: then no other origin is accepted as Strand's own (decision 56). */
  hasPublicUrl: boolean
  /** Whether the site is served over HTTPS: then cookies require it, and HSTS is sent. */
  secure: boolean
  mail: { smtpUrl: string | null; from: { name: string; address: string } }
  /** VAPID keys of push messages. Null: use those in the data directory. */
  vapid: { publicKey: string; privateKey: string } | null
  /** Signs links and cookies. Null: use the secret in the data directory. */
  secret: string | null
  /** API keys for the networks' share counts. Null: shares on this network are not counted. */
  shareKeys: { facebook: string | null; twitter: string | null }
  /** API keys of image services. Null: the service is not offered. */
  imageKeys: { flickr: string | null; fivepx: string | null; behance: string | null }
  mediaKeys: { youtube: string | null; vimeo: string | null; soundcloud: string | null }
  /** The operator's Dailymotion player. Null: Dailymotion is not played. */
  dailymotionPlayerId: string | null
  demo: boolean
  readOnly: boolean
  /** Null: backups are made by hand only. `count`: how many stay. */
  backups: { directory: string; everyMs: number; count: number } | null
  /** Where servers share the hashed files of their builds. Null: each has those of its own build. */
  assetsDir: string | null
  /** How long (ms) the server answers after a signal to stop, until load balancers send requests to another one. */
  drainMs: number
  /** Where Prometheus reads metrics. Null: nothing is measured. */
  metrics: { host: string; port: number } | null
  /** `key:Tag+Tag`, separated by commas. */
  partners: string
  /** Null: use those of the demo data, if there is any. */
  partnerSkins: PartnerSkin[] | null
  apps: { ios: string | null; android: string | null }
  contacts: { general: string | null; media: string | null }
  /** Playlist ids. Null: use those of the demo data, if there is any. */
  featured: Partial<Record<'blog' | 'team' | 'feedback', string>> | null
  /** E-mail address of the first admin. */
  firstAdmin: string | null
  /** Uids of members who, like admins, may share pictures. */
  staff: readonly string[]
  copyrightYear: number
  rateLimits: boolean
  /** Social networks; null without the operator's keys. */
  networks: Record<'facebook' | 'twitter', NetworkAccess | null>
  /** Google's id of Strand's Cast receiver. Null: Google's default receiver, which plays files. */
  castAppId: string | null
  /** Whether that receiver also plays providers in frames. */
  castFrames: boolean
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

export function databaseOf(url: string | undefined, dataDir: string): Config['database'] {
  if (url === undefined) return { kind: 'sqlite', path: join(dataDir, 'strand.sqlite') }
  return url.startsWith('sqlite:') ? { kind: 'sqlite', path: resolve(url.slice('sqlite:'.length)) } : { kind: 'postgres', url }
}

type S3Keys = Pick<EnvironmentValues, 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>

function s3Of(address: S3Address | undefined, { S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret }: S3Keys): S3Location | null {
  if (address === undefined) return null
  if (keyId === undefined || secret === undefined)
    throw new StartupError('The configuration is not valid: S3_URL requires S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  return { ...address, keyId, secret }
}

/** The bucket at an address of the form of `S3_URL`, with the keys of the environment. Throws `StartupError`. */
export function s3At(url: string, env: Readonly<Record<string, string | undefined>> = process.env): S3Location {
  const address = parseS3Url(url)
  if (address === null) throw new StartupError(`The address of the bucket ${s3Format}.`)
  const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  return s3Of(address, {
    S3_ACCESS_KEY_ID: S3_ACCESS_KEY_ID || undefined,
    S3_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY || undefined,
  })!
}

function trustProxyOf(value: string | undefined): Config['trustProxy'] {
  if (value === undefined) return false
  if (/^\d+$/.test(value)) return Number(value) || false
  return listOf(value)
}

function senderOf(value: string | undefined, publicUrl: string): Config['mail']['from'] {
  const [, name, address, bare] = senderPattern.exec(value ?? '') ?? []
  // The domain of a mail address is a host name: `no-reply@127.0.0.1` is invalid.
  const { hostname } = new URL(publicUrl)
  const domain = ipaddr.isValid(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname
  return { name: name?.replace(/^"|"$/g, '') || 'Strand', address: address ?? bare ?? `no-reply@${domain}` }
}

/** Null without the operator's keys. One key of a pair is an error. */
function networkOf(name: keyof typeof networkAddresses, values: EnvironmentValues): NetworkAccess | null {
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

/** Variables that have no effect without another one. */
const dependent = [
  ['MEILI_KEY', 'MEILI_URL'],
  ['MEILI_INDEX', 'MEILI_URL'],
  ['STRAND_METRICS_HOST', 'STRAND_METRICS_PORT'],
] as const

const unusedOf = (values: EnvironmentValues) => dependent.find(([name, other]) => values[name] !== undefined && values[other] === undefined)

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
  const [unused, without] = unusedOf(values) ?? []
  if (unused !== undefined) throw new StartupError(`The configuration is not valid: ${unused} is of no use without ${without}.`)
  const partners = values.STRAND_PARTNERS.split(',').map((part) => part.slice(0, part.indexOf(':')))
  const skinKeys = (values.STRAND_PARTNER_SKINS ?? []).map(({ key }) => key)
  const unknown = skinKeys.find((key) => !partners.includes(key))
  if (unknown !== undefined)
    throw new StartupError(`The configuration is not valid: STRAND_PARTNER_SKINS names "${unknown}", which STRAND_PARTNERS does not.`)
  if (new Set(skinKeys).size < skinKeys.length)
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
    s3: s3Of(values.S3_URL, values),
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
    backups:
      values.STRAND_BACKUP_DIR === undefined
        ? null
        : {
            directory: resolve(values.STRAND_BACKUP_DIR),
            everyMs: 3_600_000 * values.STRAND_BACKUP_HOURS,
            count: values.STRAND_BACKUP_COUNT,
          },
    assetsDir: values.STRAND_ASSETS_DIR === undefined ? null : resolve(values.STRAND_ASSETS_DIR),
    drainMs: 1000 * values.STRAND_DRAIN_SECONDS,
    metrics:
      values.STRAND_METRICS_PORT === undefined
        ? null
        : { host: values.STRAND_METRICS_HOST ?? '127.0.0.1', port: values.STRAND_METRICS_PORT },
    partners: values.STRAND_PARTNERS,
    partnerSkins: values.STRAND_PARTNER_SKINS ?? null,
    apps: { ios: values.STRAND_IOS_APP_URL ?? null, android: values.STRAND_ANDROID_APP_URL ?? null },
    contacts: { general: values.STRAND_CONTACT ?? null, media: values.STRAND_MEDIA_CONTACT ?? null },
    featured: values.STRAND_FEATURED ?? null,
    firstAdmin: values.STRAND_ADMIN?.toLowerCase() ?? null,
    staff: values.STRAND_STAFF ?? [],
    copyrightYear: values.STRAND_COPYRIGHT_YEAR,
    rateLimits: values.STRAND_RATE_LIMITS,
    networks: { facebook, twitter: networkOf('TWITTER', values) },
    castAppId: values.CAST_APP_ID ?? null,
    castFrames: values.CAST_IFRAME_PROVIDERS,
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
