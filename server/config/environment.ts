/** Schema of the environment variables. */
import { z } from 'zod'
import {
  flag,
  isDatabaseUrl,
  isProxyList,
  isSmtpUrl,
  listOf,
  mailAddress,
  origin,
  partnerSkins,
  providerKey,
  senderPattern,
  webAddress,
} from './formats.ts'
import { parseS3Url, s3Format } from './s3.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Base addresses of the networks' APIs, unless a variable overrides them. */
export const networkAddresses = {
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

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .refine((port) => port <= 65_535, 'must be a number from 0 to 65535')

export const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], { error: 'must be production, development or test' }).optional(),
  HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  PORT: portNumber.default(3000),
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
  S3_URL: z
    .string()
    .transform((value, context) => {
      const address = parseS3Url(value)
      if (address !== null) return address
      context.addIssue({ code: 'custom', message: s3Format })
      return z.NEVER
    })
    .optional(),
  S3_ACCESS_KEY_ID: z
    .string()
    .regex(/^[\x21-\x7e]{1,512}$/, 'must be a key, without spaces')
    .optional(),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,512}$/, 'must be a key, without spaces')
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
  CAST_APP_ID: z
    .string()
    .regex(/^[0-9A-F]{8}$/, 'must be an application id, such as 0A1B2C3D')
    .optional(),
  CAST_IFRAME_PROVIDERS: flag(false),
  STRAND_DEMO: z.enum(['0', '1'], { error: 'must be 1 or 0' }).optional(),
  STRAND_READ_ONLY: flag(false),
  STRAND_BACKUP_DIR: z.string().optional(),
  STRAND_BACKUP_HOURS: z.coerce.number({ error: 'must be a number of hours' }).min(1, 'must be at least 1').max(8760).default(24),
  STRAND_BACKUP_COUNT: z.coerce.number({ error: 'must be a number' }).int().min(1, 'must be at least 1').max(1000).default(7),
  STRAND_ASSETS_DIR: z.string().optional(),
  STRAND_DRAIN_SECONDS: z.coerce.number({ error: 'must be a number of seconds' }).min(0).max(300, 'must be at most 300').default(0),
  STRAND_METRICS_PORT: portNumber.optional(),
  STRAND_METRICS_HOST: z.string().min(1, 'must not be empty').optional(),
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
  STRAND_ADMIN: mailAddress.optional(),
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

export type EnvironmentValues = z.output<typeof Environment>
