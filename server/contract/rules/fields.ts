/** Validation of input fields. A `…Problem` function returns the message of the first violated rule, or null. */
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { isUid } from './addresses.ts'
import { stripMarkUp, tidy } from './text.ts'

/** A5, loose: text, an at-sign, text, a dot, text. */
export function isEmail(value: string): boolean {
  return value.length <= limits.email.max && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/u.test(value)
}

/** A5: removes mark-up and the listed characters, then trims. */
export const cleanName = (value: string): string => tidy(stripMarkUp(value).replace(/[~`!@#$%^&*<>?:;"'/\\+=_]/g, ''))

export function nameProblem(value: string): string | null {
  const { length } = cleanName(value)
  return length < limits.name.min || length > limits.name.max ? messages.nameInvalid : null
}

/** Lower case can be longer than the input (İ becomes two characters), so validate the result. */
export const cleanEmail = (value: string): string => value.trim().toLowerCase()

export const emailProblem = (value: string): string | null => (isEmail(cleanEmail(value)) ? null : messages.emailInvalid)

/** The log-in field accepts an e-mail address or a user id (A2.3). */
export const loginProblem = (value: string): string | null => (isEmail(value.trim()) || isUid(value.trim()) ? null : messages.loginInvalid)

/** @param min the operator's minimum, if higher than the contract's (decision 26). */
export function passwordProblem(value: string, min: number = limits.password.min): string | null {
  if (value.length >= min && value.length <= limits.password.max) return null
  return messages.passwordInvalid.replace(String(limits.password.min), String(min))
}

/** A single line of a profile: city, country. */
export const cleanLine = (value: string): string => tidy(stripMarkUp(value))

/** The text about oneself: no mark-up, several lines, at most one empty line in a row. */
export const cleanAbout = (value: string): string =>
  stripMarkUp(value)
    .split(/\r\n?|\n/)
    .map(tidy)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The title of an open playlist is a question and ends in "?" (B5); the mark is added once. */
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

/** The placeholder of a playlist's description counts as empty (B5). */
export const beadDescriptionPlaceholder = 'What is this playlist about?'

/** B5: a description is required for an open playlist, and optional for a personal one. */
export const beadDescriptionProblem = (value: string, open: boolean): string | null =>
  open && ['', beadDescriptionPlaceholder].includes(value.trim()) ? messages.beadDescriptionRequired : null

/**
 * The source address of a picture (B5, decision 18): adds `http://` if there is no scheme; null for anything but a web address. A host
 * name without a dot is accepted if it is the product's own `host`.
 */
export function sourceAddress(value: string, host: string): string | null {
  const text = value.trim()
  // Text before a port is a host name, not a scheme.
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `http://${text}`
  if (/\s/.test(text) || !URL.canParse(address) || address.length > limits.url) return null
  const { protocol, hostname, host: named } = new URL(address)
  return /^https?:$/.test(protocol) && (/[.:]/.test(hostname) || named === host) ? address : null
}

/** The placeholder of the post form counts as empty (B5). */
export const postTextPlaceholder = 'What do you think?'

/** Ages accepted by a partner's challenge; under `adult` the form requires a parent's e-mail address and telephone number (B5). */
export const partnerAge = { min: 4, max: 120, adult: 18 } as const
