/** Web Push (O4): messages to subscribed browsers. */
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import webpush from 'web-push'
import { messages, shorten, type Answer } from '#contract/index.ts'
import type { Config } from '../../config.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import type { Actor } from '#http/session.ts'
import { hashOf, storedSecret, type Deliveries } from '../mail/service.ts'
import { Refusal } from '../media/service.ts'
import { PushSubscriptionEntity, type PushSubscriptionRow } from './entities.ts'
import type { PushTransport } from './transport.ts'

export { createPushTransport, type PushTransport } from './transport.ts'

type Subscription = Answer<'POST /api/v0/me/push'>

export interface PushMessage {
  title: string
  body: string
  /** Path of the page that a click opens. */
  href: string
  /** A later message with the same tag replaces this one. */
  tag: string
  /** Idempotency key: each browser gets the message once, also if a consumer retries. */
  key: string
}

export interface Push {
  publicKey(): Promise<string>
  list(uid: string): Promise<Subscription[]>
  /** Moves the browser to this member and session. Throws `invalid` if the endpoint is not a push service. */
  subscribe(
    actor: Pick<Actor, 'uid' | 'sessionHash'>,
    browser: { endpoint: string; keys: { p256dh: string; auth: string } },
    userAgent: string,
  ): Promise<Subscription>
  /** Throws `not_found` if the member has no such browser. */
  unsubscribe(uid: string, id: string): Promise<void>
  /** Sends to all browsers of the member; expired subscriptions are deleted. Rejects if a delivery should be retried. */
  send(uid: string, message: PushMessage): Promise<void>
  /** Messages to browsers of this process since its start. */
  counts(): Readonly<Record<PushOutcome, number>>
  close(): Promise<void>
}

/** `gone`: the browser no longer gets messages. `failed`: the message is sent again later. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed'

export interface PushDeps {
  db: DataSource
  log: Pick<Logger, 'warn' | 'info'>
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'vapid' | 'mail'>
  deliveries: Deliveries
  transport: PushTransport
}

/** Browsers per member; beyond it the oldest is deleted. */
const maxPerMember = 20
/** How long (s) a push service stores a message for an offline browser. */
const timeToLive = 3 * 86_400

interface Keys {
  publicKey: string
  privateKey: string
}

const toSubscription = ({ id, endpoint, userAgent, creationDate }: PushSubscriptionRow): Subscription => ({
  id,
  service: new URL(endpoint).host,
  userAgent,
  creationDate,
})

export function createPush({ db, log, config, deliveries, transport }: PushDeps): Push {
  let generatedKeys: Promise<Keys> | undefined
  const counts: Record<PushOutcome, number> = { sent: 0, gone: 0, refused: 0, failed: 0 }
  const keys = (): Promise<Keys> => {
    if (config.vapid !== null) return Promise.resolve(config.vapid)
    return (generatedKeys ??= storedSecret(config.dataDir, 'vapid.json', () => JSON.stringify(webpush.generateVAPIDKeys())).then(
      (text) => JSON.parse(text) as Keys,
      (error: unknown) => ((generatedKeys = undefined), Promise.reject(error)),
    ))
  }
  /** Contact of the operator for push services (VAPID, RFC 8292). */
  const subject = config.publicUrl.startsWith('https:') ? config.publicUrl : `mailto:${config.mail.from.address}`

  /** Expired sessions may still have a row. */
  const subscriptionsOf = (uid: string): Promise<PushSubscriptionRow[]> =>
    sql<PushSubscriptionRow>(
      db,
      `SELECT p.* FROM "push_subscription" p JOIN "session" s ON s."tokenHash" = p."sessionHash"
       WHERE p."uid" = :uid AND s."expiryDate" > :now ORDER BY p."creationDate", p."id"`,
      { uid, now: new Date().toISOString() },
    )

  const removeSubscription = (id: string): Promise<unknown> => transaction(db, (manager) => manager.delete(PushSubscriptionEntity, { id }))

  /** Throws if the delivery should be retried. */
  async function sendTo({ id, endpoint, p256dh, auth }: PushSubscriptionRow, payload: string, tag: string): Promise<PushOutcome> {
    const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...(await keys()) },
      TTL: timeToLive,
      topic: hashOf(tag).slice(0, 32),
      contentEncoding: 'aes128gcm',
    })
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    const status = await transport.send(endpoint, sent, body!).then(
      (answer) => answer.status,
      (error: unknown) => {
        if (error instanceof Refusal && error.reason === 'address') return 'forbidden' as const
        throw error
      },
    )
    if (status === 'forbidden' || status === 404 || status === 410) {
      log.info({ subscription: id, status }, 'a browser no longer gets push messages')
      await removeSubscription(id)
      return 'gone'
    }
    if (status === 429 || status >= 500) {
      throw new Error(`the push service answered ${status}`)
    }
    if (status >= 200 && status <= 299) return 'sent'
    log.warn({ subscription: id, status }, 'a push message was refused permanently')
    return 'refused'
  }

  return {
    publicKey: async () => (await keys()).publicKey,

    list: async (uid) => (await subscriptionsOf(uid)).map(toSubscription),

    async subscribe({ uid, sessionHash }, { endpoint, keys: { p256dh, auth } }, userAgent) {
      await transport.check(endpoint).catch((error: unknown) => {
        throw error instanceof Refusal ? new StrandError('invalid', messages.pushInvalid, { endpoint: messages.pushInvalid }) : error
      })
      const withoutPadding = (text: string): string => text.replace(/=+$/, '')
      const row: PushSubscriptionRow = {
        id: hashOf(endpoint),
        uid,
        endpoint,
        p256dh: withoutPadding(p256dh),
        auth: withoutPadding(auth),
        userAgent: userAgent.slice(0, 300),
        creationDate: new Date().toISOString(),
        sessionHash,
      }
      await transaction(db, async (manager) => {
        await manager.delete(PushSubscriptionEntity, { id: row.id })
        await manager.insert(PushSubscriptionEntity, row)
        await sql(
          manager,
          `DELETE FROM "push_subscription" WHERE "uid" = :uid AND "id" IN
             (SELECT "id" FROM "push_subscription" WHERE "uid" = :uid ORDER BY "creationDate" DESC, "id" LIMIT 1000 OFFSET ${maxPerMember})`,
          { uid },
        )
      })
      return toSubscription(row)
    },

    async unsubscribe(uid, id) {
      const isKnown = await transaction(db, async (manager) => {
        const found = await manager.existsBy(PushSubscriptionEntity, { id, uid })
        if (found) await manager.delete(PushSubscriptionEntity, { id, uid })
        return found
      })
      if (!isKnown) throw new StrandError('not_found')
    },

    async send(uid, { title, body, href, tag, key }) {
      const payload = JSON.stringify({ title: shorten(title, 200), body: shorten(body, 300), href, tag })
      const failures: unknown[] = []
      for (const subscription of await subscriptionsOf(uid)) {
        const name = `push ${subscription.id} ${key}`
        if (await deliveries.has(name)) continue
        await sendTo(subscription, payload, tag).then(
          (outcome) => {
            counts[outcome] += 1
            return deliveries.add(name)
          },
          (error: unknown) => {
            counts.failed += 1
            failures.push(error)
          },
        )
      }
      if (failures.length > 0) throw failures[0]
    },

    counts: () => counts,
    close: () => transport.close(),
  }
}
