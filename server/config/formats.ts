/** Formats of the values of environment variables. */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export const flag = (whenAbsent: boolean) =>
  z
    .enum(['0', '1'], { error: 'must be 1 or 0' })
    .optional()
    .transform((value) => (value ? value === '1' : whenAbsent))

/** `http://host` or `https://host` with an optional port and no path: pages are served from the root. */
const webOrigin = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).href === `${new URL(value).origin}/`

export const origin = z
  .string()
  .refine(webOrigin, 'must be http:// or https:// and a host, without a path')
  .transform((value) => new URL(value).origin)

const subnets = ['loopback', 'linklocal', 'uniquelocal']
export const isProxyList = (value: string): boolean =>
  /^\d+$/.test(value) || listOf(value).every((part) => subnets.includes(part) || ipaddr.isValid(part) || ipaddr.isValidCIDR(part))

/** `sqlite:PATH` or `postgres://…`. */
export const isDatabaseUrl = (value: string): boolean =>
  /^sqlite:(?!:memory:).+/.test(value) || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))

export const isSmtpUrl = (value: string): boolean => /^smtps?:\/\/./.test(value) && URL.canParse(value) && new URL(value).hostname !== ''

/** `Name <address>`, or an address alone. */
export const senderPattern = /^(?:([^<>@\p{Cc}]*?)\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u

/** An API key as providers issue them. */
export const providerKey = z
  .string()
  .regex(/^[\w.~+/=-]{1,200}$/, 'must be a key, without spaces')
  .optional()

export const webAddress = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).username === '',
    'must be an http or https address',
  )

export const mailAddress = z
  .string()
  .max(128)
  .regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/u, 'must be a mail address')

const Skin = z.strictObject({
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

export type PartnerSkin = z.output<typeof Skin>

/** A JSON list. Errors are one sentence, as for every other variable. */
export const partnerSkins = z.string().transform((value, context): PartnerSkin[] => {
  const problem = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  try {
    const parsed = z.array(Skin).max(3).safeParse(JSON.parse(value))
    if (parsed.success) return parsed.data
    const { path, message } = parsed.error.issues[0]!
    return problem(`must be a list of partners’ skins: ${[...path, message].join(' ')}`)
  } catch {
    return problem('must be JSON: [{"key":"…","name":"…"}]')
  }
})
