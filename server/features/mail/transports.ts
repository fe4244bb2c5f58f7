/** The two ways out: a mail server, or files that an admin reads. */
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { MailFiles } from './files.ts'

/** `refused` is final, for example because there is no such mailbox. A rejection means: try again later. */
export type Way = (letter: SendMailOptions, signal: AbortSignal) => Promise<'sent' | { refused: string }>

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  command?: string
}

/**
 * Whether the recipient, or this very message, is what the server does not want: then another try is
 * of no use. What is wrong with us (log-in, sender, TLS) is mended by an operator, and waited for.
 */
function isFinal({ code, responseCode, command }: SmtpError): boolean {
  if (code === 'EENVELOPE' && command === 'API') return true
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

export interface SmtpWay {
  send: Way
  close(): void
}

export function smtpWay(url: string): SmtpWay {
  const transport = createTransport({
    url, pool: true, maxConnections: 4, maxRequeues: 0,
    dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000,
    disableFileAccess: true, disableUrlAccess: true,
  })
  return {
    async send(letter, signal) {
      try {
        await transport.sendMail({ ...letter, signal })
        return 'sent'
      } catch (error) {
        if (isFinal(error as SmtpError)) return { refused: (error as Error).message }
        throw error
      }
    },
    close: () => transport.close({ force: true }),
  }
}

export function fileWay(files: MailFiles): Way {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (letter) => {
    const { message } = await transport.sendMail(letter)
    await files.write(letter.messageId!.slice(1, 33), message as Buffer)
    return 'sent'
  }
}
