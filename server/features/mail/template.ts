/** Builds the message of a mail. Pure. Names, subjects and addresses are untrusted input. */
import { createHash } from 'node:crypto'
import type { SendMailOptions } from 'nodemailer'
import { cut, language, tidy } from '#contract/index.ts'
import { escapeHtml } from '#http/markup.ts'

export interface Sender {
  name: string
  address: string
}

export interface Letter {
  to: Sender
  from: Sender
  subject: string
  text: string
  html?: string | undefined
  /** Without an HTML part. */
  plain?: boolean | undefined
  replyTo?: string | undefined
  unsubscribeHref?: string | undefined
  /** The source of the Message-ID, so that a repeat has the same one. */
  key: string
}

/**
 * Much stricter than RFC 5322: no quotes, brackets, commas or semicolons, so that no mail server or header can read it as
 * more than one address.
 */
const plainAddress = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u

export const isDeliverable = (address: string): boolean => address.length <= 254 && plainAddress.test(address) && !address.includes('..')

/** One line without control characters (prevents header injection). */
const line = (text: string, max: number): string => cut(tidy(text.normalize('NFC').replace(/[\u2028\u2029\u0085]/g, ' ')), max)

/** Web addresses in a text become links; everything else is escaped. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => {
      const safe = escapeHtml(part)
      return index % 2 === 1 ? `<a href="${safe}">${safe}</a>` : safe
    })
    .join('')
}

/** Paragraphs of a plain text as HTML. */
export const htmlOf = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split('\n').map(linked).join('<br>\n')}</p>`)
    .join('\n')

const document = (subject: string, body: string): string => `<!doctype html>
<html lang="${language.lang}" dir="${language.dir}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 36em; margin: 0 auto; padding: 1em">
${body}
</body></html>
`

const stopText = 'To stop these mails, unsubscribe:'

/** The options for nodemailer, which never reads files or URLs named in a text. */
export function compose({ to, from, subject, text, html, plain, replyTo, unsubscribeHref, key }: Letter): SendMailOptions {
  const title = line(subject, 200)
  const stop = unsubscribeHref === undefined ? '' : `\n\n-- \n${stopText}\n${unsubscribeHref}`
  const body = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trimEnd()
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return {
    from: { name: line(from.name, 100), address: from.address },
    to: { name: line(to.name, 100), address: to.address },
    // The explicit envelope limits the mail to this address, however the headers are parsed.
    envelope: { from: from.address, to: [to.address] },
    ...(replyTo !== undefined && isDeliverable(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
    subject: title,
    text: `${body}${stop}\n`,
    ...(plain
      ? {}
      : {
          html: document(
            title,
            `${html ?? htmlOf(body)}${unsubscribeHref === undefined ? '' : `\n<hr>\n${htmlOf(`${stopText}\n${unsubscribeHref}`)}`}`,
          ),
        }),
    messageId: `<${digest}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: new Date(),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribeHref === undefined
        ? {}
        : {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeHref}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
