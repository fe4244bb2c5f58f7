import { EntitySchema } from 'typeorm'
import { instant, text, uid } from '#db/columns.ts'

/** One browser that wants to be told. It belongs to whoever signed in there last, for as long as they are signed in there. */
export interface PushSubscriptionRow {
  /** SHA-256 of the endpoint, hex. */
  id: string
  uid: string
  endpoint: string
  /** The browser's public key and secret, base64url: what is sent is encrypted for it alone. */
  p256dh: string
  auth: string
  userAgent: string
  creationDate: string
  /** The session in which it was asked for, and with which it ends. */
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
