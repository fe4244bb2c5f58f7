/**
 * Mail. Called from consumers of the outbox only: a rejection there means another try later, so that
 * an outage of the mail server delays and loses nothing, and no request ever waits for it.
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
  /** One address, or a person's name with it. */
  to: string | { name: string; address: string }
  /** One line; line breaks and control characters are taken out. */
  subject: string
  /** Plain text. The HTML part is made from it, escaped, its paragraphs kept and web addresses made links. */
  text: string
  /** Another HTML part, where the text's is not enough. The caller escapes what others wrote: see `http/markup.ts`. */
  html?: string
  /** Plain text and nothing else: what strangers have Strand send looks like nothing but a letter. */
  plain?: boolean
  /** Whom an answer reaches: for mails that somebody asked Strand to send. */
  replyTo?: string
  /** What a reader may stop with one click, without a log-in. Absent only where a mail was asked for by the reader. */
  unsubscribe?: Unsubscribe
  /** Names this mail to this reader for good: it is sent once, however often a consumer tries. */
  key: string
}

/** `refused` is final: there is no such mailbox. `stopped`: the reader wants none of these. `repeated`: it was sent before. */
export type MailOutcome = 'sent' | 'refused' | 'stopped' | 'repeated'

export interface Mail {
  /** Rejects where it should be tried again. Takes at most a minute. */
  send(message: MailMessage): Promise<MailOutcome>
  /** What an unsubscribe link stops, or null where it was not made here. */
  understand(token: string): Promise<Unsubscribe | null>
  /** The owner of an address wants no more of what others have sent there. */
  refuse(address: string): Promise<void>
  /** Mails that went to files, the latest first; none where there is a mail server. */
  files(from: number, limit: number): Promise<{ results: MailFile[]; total: number }>
  /** Null where there is none. */
  file(id: string): Promise<Buffer | null>
  /** Deletes the files of mails that went to a member or name them. */
  forget(member: { uid: string; name: string; email: string | null }): Promise<void>
  marks: Deliveries
  close(): void
}

export interface MailDeps {
  db: DataSource
  log: Pick<Logger, 'warn' | 'info'>
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'mail' | 'secret'>
}

/** Below the lease of the outbox: a try that takes longer would be made twice. */
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
      // What was refused is marked too: a consumer with several readers may come again for another's sake.
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
