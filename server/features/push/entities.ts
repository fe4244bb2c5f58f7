import { EntitySchema } from 'typeorm'
import { instant, text, uid } from '#db/columns.ts'

/** A subscribed browser. It belongs to the member who subscribed there last, until that member's session ends. */
export interface PushSubscriptionRow {
  /** SHA-256 of the endpoint, hex. */
  id: string
  uid: string
  endpoint: string
  /** The browser's public key and secret, base64url, for the encryption of messages. */
  p256dh: string
  auth: string
  userAgent: string
  creationDate: string
  /** The session that subscribed; the subscription ends with it. */
  sessionHash: string
}

export const PushSubscriptionEntity = new EntitySchema<PushSubscriptionRow>({
  name: 'push_subscription',
  columns: {
    id: text(64, { primary: true }),
    uid: uid(),
    endpoint: text(1000),
    p256dh: text(100),
    auth: text(40),
    userAgent: text(300),
    creationDate: instant(),
    sessionHash: text(64),
  },
  indices: [
    { name: 'push_subscription_uid', columns: ['uid', 'creationDate'] },
    { name: 'push_subscription_session_hash', columns: ['sessionHash'] },
  ],
  foreignKeys: [
    { name: 'push_subscription_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
    {
      name: 'push_subscription_session',
      columnNames: ['sessionHash'],
      target: 'session',
      referencedColumnNames: ['tokenHash'],
      onDelete: 'CASCADE',
    },
  ],
})
