/** Sharing by e-mail (B5): the checks in their order, without zod, so that the dialog shows the server's exact errors. */
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** A5, strict: the full address syntax, except quoted names and address literals, which are practically unused. */
export function isStrictEmail(value: string): boolean {
  if (value.length > limits.email.max || value.indexOf('@') > 64) return false
  return /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/i.test(
    value,
  )
}

/** A5, strict name: 4 to 64 characters, a letter at each end, letters, marks, spaces, hyphens, dots and commas between. */
export const isStrictName = (value: string): boolean => /^\p{L}[\p{L}\p{M} .,-]{2,62}\p{L}$/u.test(value)

/** Compare and send names only in this cleaned form. */
export const cleanSharerName = (value: string): string => value.normalize('NFC').trim()

/** A comma-separated list: trimmed, in lower case, without duplicates. */
export const listedEmails = (given: string | readonly string[]): string[] => [
  ...new Set(
    (typeof given === 'string' ? given : given.join(','))
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .filter(Boolean),
  ),
]

export interface ShareForm {
  /** Null for a signed-in member. */
  sharer: { name: string; email: string } | null
  uids: readonly string[]
  emails: readonly string[]
}

export interface ShareProblem {
  field: 'sharer.name' | 'sharer.email' | 'sharees' | 'sharees.emails'
  message: string
}

/** The first of the six checks that fails (B5), or null. */
export function shareProblem({ sharer, uids, emails }: ShareForm): ShareProblem | null {
  if (sharer) {
    const name = cleanSharerName(sharer.name)
    const email = sharer.email.trim()
    if (name === '') return { field: 'sharer.name', message: messages.shareNameMissing }
    if (!isStrictName(name)) return { field: 'sharer.name', message: messages.shareNameInvalid }
    if (email === '') return { field: 'sharer.email', message: messages.shareEmailMissing }
    if (!isStrictEmail(email)) return { field: 'sharer.email', message: messages.shareEmailInvalid }
    if (emails.length === 0) return { field: 'sharees.emails', message: messages.shareEmailsMissing }
  } else if (uids.length === 0 && emails.length === 0) {
    return { field: 'sharees', message: messages.shareNoRecipients }
  }
  return emails.every(isStrictEmail) ? null : { field: 'sharees.emails', message: messages.shareEmailsInvalid }
}
