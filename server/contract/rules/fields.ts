/** What a person may enter. A `…Problem` function answers the message of the first broken rule, or null. */
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { isUid } from './addresses.ts'
import { stripMarkUp, tidy } from './text.ts'

/** A5, loose: shaped text, an at-sign, text, a dot, text. */
export function isEmail(value: string): boolean {
  return value.length <= limits.email.max && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/u.test(value)
}

/** A5: mark-up goes, then the listed characters of the name pattern, and the rest is trimmed. */
export const cleanName = (value: string): string => tidy(stripMarkUp(value).replace(/[~`!@#$%^&*<>?:;"'/\\+=_]/g, ''))

export function nameProblem(value: string): string | null {
  const { length } = cleanName(value)
  return length < limits.name.min || length > limits.name.max ? messages.nameInvalid : null
}

/** Lower case may be longer than what was typed (İ becomes two characters), so whatever is stored is what is checked. */
export const cleanEmail = (value: string): string => value.trim().toLowerCase()

export const emailProblem = (value: string): string | null => (isEmail(cleanEmail(value)) ? null : messages.emailInvalid)

/** The log-in field takes an e-mail address or a user id (A2.3). */
export const loginProblem = (value: string): string | null => (isEmail(value.trim()) || isUid(value.trim()) ? null : messages.loginInvalid)

/** @param min what the operator demands, where that is more than the contract does (decision 26). */
export function passwordProblem(value: string, min: number = limits.password.min): string | null {
  if (value.length >= min && value.length <= limits.password.max) return null
  return messages.passwordInvalid.replace(String(limits.password.min), String(min))
}

/** A line of a member's own about themselves: their city, their country. */
export const cleanLine = (value: string): string => tidy(stripMarkUp(value))

/** A text of several lines about oneself, without mark-up; no more than one empty line in a row. */
export const cleanAbout = (value: string): string =>
  stripMarkUp(value)
    .split(/\r\n?|\n/)
    .map(tidy)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** An open playlist asks a question: its title ends in "?" (B5); the mark is added once. */
export function beadTitle(value: string, open: boolean): string {
  const title = tidy(value)
  return open && title !== '' && !title.endsWith('?') ? `${title}?` : title
}

/** B5: at least 2 characters, at least one letter, at most 64 with the trailing "?" of an open playlist. */
export function beadTitleProblem(value: string, open: boolean): string | null {
  const bare = tidy(value)
  if (bare.length < limits.beadTitle.min || !/\p{L}/u.test(bare)) return messages.beadTitleInvalid
  return beadTitle(value, open).length > limits.beadTitle.max ? messages.beadTitleTooLong : null
}

/** The placeholder of a playlist's description counts as an empty one (B5). */
export const beadDescriptionPlaceholder = 'What is this playlist about?'

/** B5: an open playlist tells what it is about, a personal one may. */
export const beadDescriptionProblem = (value: string, open: boolean): string | null =>
  open && ['', beadDescriptionPlaceholder].includes(value.trim()) ? messages.beadDescriptionRequired : null

/**
 * Where a picture comes from (B5, decision 18): `http://` is put before an address without a scheme; null for what is no web
 * address. A name without a dot is one where it is the product's own `host`.
 */
export function sourceAddress(value: string, host: string): string | null {
  const text = value.trim()
  // What stands before a port is a name, and no scheme.
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `http://${text}`
  if (/\s/.test(text) || !URL.canParse(address) || address.length > limits.url) return null
  const { protocol, hostname, host: named } = new URL(address)
  return /^https?:$/.test(protocol) && (/[.:]/.test(hostname) || named === host) ? address : null
}

/** The placeholder of the post form counts as an empty text (B5). */
export const postTextPlaceholder = 'What do you think?'

/** Ages that a partner's challenge takes; under `adult` the page asks for a parent's address and telephone number (B5). */
export const partnerAge = { min: 4, max: 120, adult: 18 } as const
