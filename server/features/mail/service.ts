/**
 * Sends mail. Only called by outbox consumers: a rejection is retried later, so that an outage of the mail server loses nothing and no
 * request waits for it.
 */
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import type { Config } from '../../config.ts'
import { isDuplicate, transaction } from '#db/transaction.ts'
import { MailRefusalEntity } from './entities.ts'
import { isAbout } from './about.ts'
import { createMailFiles, type MailFile } from './files.ts'
import { compose, isDeliverable } from './template.ts'
import { createDeliveries, hashOf, type Deliveries } from './deliveries.ts'
import { signingSecret } from './secret.ts'
import { fromToken, toToken, type Unsubscribe } from './unsubscribe.ts'
import { fileTransport, smtpTransport, type SmtpTransport } from './transports.ts'

export { isDeliverable } from './template.ts'
export { createDeliveries as createMarks, hashOf, type Deliveries as Marks } from './deliveries.ts'
export { keptSecret, signingSecret } from './secret.ts'
export type { Unsubscribe } from './unsubscribe.ts'

export interface MailMessage {
  /** An address, optionally with a display name. */
  to: string | { name: string; address: string }
  /** A single line; line breaks and control characters are removed. */
  subject: string
  /** Plain text. The HTML part is generated from it: escaped, with paragraphs and links. */
  text: string
  /** A different HTML part. The caller escapes untrusted text: see `http/markup.ts`. */
  html?: string
  /** Without an HTML part: mails on behalf of other people look like personal letters. */
  plain?: boolean
  /** The reply address, for mails on behalf of other people. */
  replyTo?: string
  /** What one-click unsubscribe stops. Absent only if the recipient requested the mail. */
  unsubscribe?: Unsubscribe
  /** Idempotency key: the mail is sent once per key, however often a consumer retries. */
  key: string
}

/** `refused`: permanent, the mailbox does not exist. `stopped`: the recipient unsubscribed. `repeated`: it was sent before. */
export type MailOutcome = 'sent' | 'refused' | 'stopped' | 'repeated'

export interface Mail {
  /** Rejects for a retry. Takes a minute at most. */
  send(message: MailMessage): Promise<MailOutcome>
  /** What an unsubscribe link stops; null for an invalid token. */
  understand(token: string): Promise<Unsubscribe | null>
  /** Stops all mails sent by other people to this address. */
  refuse(address: string): Promise<void>
  /** Mails stored as files, latest first; empty if there is a mail server. */
  files(from: number, limit: number): Promise<{ results: MailFile[]; total: number }>
  /** Null if it does not exist. */
  file(id: string): Promise<Buffer | null>
  /** Deletes stored mails that were sent to a member or mention them. */
  forget(member: { uid: string; name: string; email: string | null }): Promise<void>
  marks: Deliveries
  close(): void
}

export interface MailDeps {
  db: DataSource
  log: Pick<Logger, 'warn' | 'info'>
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'mail' | 'secret'>
}

/** Less than the outbox lease: a longer attempt would be sent twice. */
const longestMs = 60_000

export const unsubscribePath = '/api/v0/unsubscribe/'

export function createMail({ db, log, config }: MailDeps): Mail {
  const {
    dataDir,
    publicUrl,
    mail: { smtpUrl, from },
  } = config
  const marks = createDeliveries(db)
  const files = createMailFiles(join(dataDir, 'mail'))
  const smtp: SmtpTransport | null = smtpUrl === null ? null : smtpTransport(smtpUrl)
  const deliver = smtp?.send ?? fileTransport(files)

  const secret = signingSecret(config)

  const refusalOf = (address: string): string => hashOf(address.trim().toLowerCase())

  async function isStopped(unsubscribe: Unsubscribe | undefined): Promise<boolean> {
    if (!unsubscribe || !('address' in unsubscribe)) return false
    return db.getRepository(MailRefusalEntity).existsBy({ addressHash: refusalOf(unsubscribe.address) })
  }

  return {
    marks,

    async send({ to, subject, text, html, plain, replyTo, unsubscribe, key }) {
      const reader = typeof to === 'string' ? { name: '', address: to } : to
      if (!isDeliverable(reader.address)) {
        log.info({ key }, 'a mail has no address that it could go to')
        return 'refused'
      }
      const name = `mail ${key} ${reader.address}`
      if (await marks.has(name)) return 'repeated'
      if (await isStopped(unsubscribe)) return 'stopped'
      const unsubscribeHref = unsubscribe && `${publicUrl}${unsubscribePath}${toToken(await secret(), unsubscribe)}`
      const letter = compose({ to: reader, from, subject, text, html, plain, replyTo, unsubscribeHref, key: name })
      const outcome = await deliver(letter, AbortSignal.timeout(longestMs))
      // Refused mails are recorded too: a consumer with several recipients may retry for another one.
      await marks.add(name)
      if (outcome === 'sent') return 'sent'
      log.warn({ key, reason: outcome.refused }, 'a mail was refused for good')
      return 'refused'
    },

    async understand(token) {
      return fromToken(await secret(), token)
    },

    async refuse(address) {
      const row = { addressHash: refusalOf(address), creationDate: new Date().toISOString() }
      await transaction(db, (manager) => manager.insert(MailRefusalEntity, row)).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error
      })
    },

    forget: (member) => files.remove((content) => isAbout(content, member)),
    files: (from, limit) => files.list(from, limit),
    file: (id) => files.read(id),
    close: () => smtp?.close(),
  }
}
