/** Signed unsubscribe links: they work without a sign-in, and only for the mail's recipient. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { emailPrefNames, type EmailPrefs } from '#contract/index.ts'

/** A member's preference, or all mails from members to an address. */
export type Unsubscribe = { uid: string; pref: keyof EmailPrefs } | { address: string }

const signatureOf = (secret: string, payload: string): Buffer => createHmac('sha256', secret).update(`unsubscribe\n${payload}`).digest()

export function toToken(secret: string, what: Unsubscribe): string {
  const payload = Buffer.from(JSON.stringify('uid' in what ? [what.uid, what.pref] : [what.address])).toString('base64url')
  return `${payload}.${signatureOf(secret, payload).toString('base64url')}`
}

/** Null for an invalid signature. Tokens do not expire: links in old mails must work. */
export function fromToken(secret: string, token: string): Unsubscribe | null {
  const [payload = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(secret, payload)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [first, second] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [string, string?]
  if (second === undefined) return { address: first }
  const pref = emailPrefNames.find((known) => known === second)
  return pref === undefined ? null : { uid: first, pref }
}
