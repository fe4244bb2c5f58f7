import { recipientOf } from './files.ts'
import { textsOf } from './mask.ts'
import { decodeHeader } from './headerDecoding.ts'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Matches whole words only. */
const asWords = (text: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, 'iu')

/** Whether a mail was sent to a member, or mentions them. A name that occurs only in the recipient and the greeting is a namesake's. */
export function isAbout(mail: Buffer, { uid, name, email }: { uid: string; name: string; email: string | null }): boolean {
  if (email !== null && recipientOf(mail) === email.toLowerCase()) return true
  const headers = mail.toString('utf8').split(/\r?\n\r?\n/, 1)[0]!
  const text = `${decodeHeader(headers, 'subject')}\n${textsOf(mail)}`
  if (new RegExp(`(?:/p/|@)${escaped(uid)}(?![\\w]|\\.\\w)`, 'i').test(text)) return true
  return asWords(name).test(text) && !asWords(name).test(decodeHeader(headers, 'to'))
}
