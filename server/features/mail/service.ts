/**
 * Mail. Call only from outbox consumers: a rejection is retried, so that an outage of the mail server delays mails but loses none, and no
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
export { createDeliveries, hashOf, type Deliveries } from './deliveries.ts'
export { checkSecret } from './fingerprint.ts'
export { storedSecret, signingSecret } from './secret.ts'
export type { Unsubscribe } from './unsubscribe.ts'

export interface MailMessage {
  /** An address, optionally with a name. */
  to: string | { name: string; address: string }
  /** One line; line breaks and control characters are removed. */
  subject: string
  /** Plain text. The HTML part is generated from it: escaped, with paragraphs and links. */
  text: string
  /** A custom HTML part. The caller escapes untrusted text: see `http/markup.ts`. */
  html?: string
  /** No HTML part: mails with text of strangers must not look like mails of Strand. */
  plain?: boolean
  /** For mails sent on a member's behalf. */
  replyTo?: string
  /** Stopped by one click, without a sign-in. Absent only if the recipient requested the mail. */
  unsubscribe?: Unsubscribe
  /** Idempotency key per recipient: retries do not send the mail again. */
  key: string
}

/** `refused` is final: there is no such mailbox. `stopped`: the recipient unsubscribed. `repeated`: already sent. */
export type MailOutcome = 'sent' | 'refused' | 'stopped' | 'repeated'

export interface Mail {
  /** Rejects if the caller should retry. Takes at most a minute. */
  send(message: MailMessage): Promise<MailOutcome>
  /** The mails that an unsubscribe link stops; null for an invalid signature. */
  understand(token: string): Promise<Unsubscribe | null>
  /** Stops all mails from members to an address. */
  refuse(address: string): Promise<void>
  /** Mails written as files, latest first; none with a mail server. */
  files(from: number, limit: number): Promise<{ results: MailFile[]; total: number }>
  /** Null if there is none. */
  file(id: string): Promise<Buffer | null>
  /** Deletes the files of mails to a member or about them. */
  forget(member: { uid: string; name: string; email: string | null }): Promise<void>
  deliveries: Deliveries
  /** What this process has sent since its start. */
  status(): MailStatus
  close(): void
}

export interface MailStatus {
  transport: 'smtp' | 'files'
  /** Host and port of the mail server; null without one. */
  server: string | null
  sent: number
  /** Refused for good, for example because there is no such mailbox. */
  refused: number
  /** Attempts that are repeated later. */
  failed: number
  lastFailure: { date: string; error: string } | null
}

export interface MailDeps {
  db: DataSource
  log: Pick<Logger, 'warn' | 'info'>
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'mail' | 'secret'>
}

/** Below the outbox lease: a longer attempt could run twice. */
const longestMs = 60_000

export const unsubscribePath = '/api/v0/unsubscribe/'

export function createMail({ db, log, config }: MailDeps): Mail {
  const {
    dataDir,
    publicUrl,
    mail: { smtpUrl, from },
  } = config
  const deliveries = createDeliveries(db)
  const files = createMailFiles(join(dataDir, 'mail'))
  const smtp: SmtpTransport | null = smtpUrl === null ? null : smtpTransport(smtpUrl)
  const deliver = smtp?.send ?? fileTransport(files)

  const secret = signingSecret(config)
  const counts = { sent: 0, refused: 0, failed: 0 }
  let lastFailure: MailStatus['lastFailure'] = null
  const recordFailure = (error: string): void => void (lastFailure = { date: new Date().toISOString(), error })

  const refusalOf = (address: string): string => hashOf(address.trim().toLowerCase())

  async function isStopped(unsubscribe: Unsubscribe | undefined): Promise<boolean> {
    if (!unsubscribe || !('address' in unsubscribe)) return false
    return db.getRepository(MailRefusalEntity).existsBy({ addressHash: refusalOf(unsubscribe.address) })
  }

  return {
    deliveries,

    async send({ to, subject, text, html, plain, replyTo, unsubscribe, key }) {
      const reader = typeof to === 'string' ? { name: '', address: to } : to
      if (!isDeliverable(reader.address)) {
        log.info({ key }, 'a mail has no address that it could go to')
        return 'refused'
      }
      const name = `mail ${key} ${reader.address}`
      if (await deliveries.has(name)) return 'repeated'
      if (await isStopped(unsubscribe)) return 'stopped'
      const unsubscribeHref = unsubscribe && `${publicUrl}${unsubscribePath}${toToken(await secret(), unsubscribe)}`
      const letter = compose({ to: reader, from, subject, text, html, plain, replyTo, unsubscribeHref, key: name })
      const outcome = await deliver(letter, AbortSignal.timeout(longestMs)).catch((error: unknown) => {
        counts.failed += 1
        recordFailure(error instanceof Error ? error.message : String(error))
        throw error
      })
      if (outcome === 'sent') counts.sent += 1
      else {
        counts.refused += 1
        recordFailure(outcome.refused)
      }
      // Record refusals too: a consumer with several recipients may retry because of another one.
      await deliveries.add(name)
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
    status: () => ({ transport: smtp ? 'smtp' : 'files', server: smtpUrl === null ? null : new URL(smtpUrl).host, ...counts, lastFailure }),
    close: () => smtp?.close(),
  }
}
