/** The two transports: an SMTP server, or files that an admin reads. */
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { MailFiles } from './files.ts'

/** `refused` is final, for example for an unknown mailbox. A rejection of the promise is retried later. */
export type Transport = (letter: SendMailOptions, signal: AbortSignal) => Promise<'sent' | { refused: string }>

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  command?: string
}

/**
 * Whether the server refuses the recipient or this message, so that a retry is useless. Errors of the configuration
 * (log-in, sender, TLS) are fixed by an operator, so they are retried.
 */
function isFinal({ code, responseCode, command }: SmtpError): boolean {
  if (code === 'EENVELOPE' && command === 'API') return true
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

export interface SmtpTransport {
  send: Transport
  close(): void
}

export function smtpTransport(url: string): SmtpTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    maxRequeues: 0,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
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

export function fileTransport(files: MailFiles): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (letter) => {
    const { message } = await transport.sendMail(letter)
    await files.write(letter.messageId!.slice(1, 33), message as Buffer)
    return 'sent'
  }
}
