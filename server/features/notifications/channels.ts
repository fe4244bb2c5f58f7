/** Mail and push preferences by verb (A3). A verb without a preference is shown on the page only (decision 29). */
import type { EntityManager } from 'typeorm'
import { idKind, type EmailPrefs, type PushPrefs } from '#contract/index.ts'
import { bool, parsedOrNull, sql, type RawBoolean } from '#db/sql.ts'
import type { NotificationDraft } from './recipients.ts'

export interface Channels {
  mail?: keyof EmailPrefs
  push?: keyof PushPrefs
}

/** @param verifiedActor whether the actor has the verified badge. */
export function channelsFor(
  { verb, isOwner, source }: Pick<NotificationDraft, 'verb' | 'isOwner' | 'source'>,
  verifiedActor: boolean,
): Channels {
  switch (verb) {
    case 'follow':
      return { mail: 'onFollow', push: 'onFollow' }
    case 'repost':
      return { mail: 'onRepost', push: 'onRepost' }
    case 'collect':
      return { ...(verifiedActor ? { mail: 'onCollectVerified' as const } : {}), push: 'onCollect' }
    case 'comment':
      return isOwner ? { mail: 'onPostComments', push: 'onPostComments' } : { mail: 'onCommentComments', push: 'onCommentComments' }
    case 'mention':
      return idKind(source) === 'comment'
        ? { mail: 'onCommentWithMention', push: 'onCommentWithMention' }
        : { mail: 'onPostWithMention', push: 'onPostWithMention' }
    default:
      return {}
  }
}

export interface Reader {
  uid: string
  name: string
  /** Null if unknown or unconfirmed: an unconfirmed address gets no notifications. */
  email: string | null
  emailPrefs: Partial<EmailPrefs> | null
  pushPrefs: Partial<PushPrefs> | null
  browsers: number
}

interface RawReader {
  uid: string
  name: string
  email: string | null
  emailVerifiedDate: string | null
  emailPrefs: string | null
  pushPrefs: string | null
  browsers: number | string
}

export async function readReader(db: Parameters<typeof sql>[0], uid: string): Promise<Reader | null> {
  const [row] = await sql<RawReader>(
    db,
    `SELECT m."uid", m."name", m."email", m."emailVerifiedDate", m."emailPrefs", m."pushPrefs",
       (SELECT COUNT(*) FROM "push_subscription" p JOIN "session" s ON s."tokenHash" = p."sessionHash"
        WHERE p."uid" = m."uid" AND s."expiryDate" > :now) AS "browsers"
     FROM "member" m WHERE m."uid" = :uid AND m."removedDate" IS NULL`,
    { uid, now: new Date().toISOString() },
  )
  if (!row) return null
  return {
    uid: row.uid,
    name: row.name,
    email: row.emailVerifiedDate === null ? null : row.email,
    emailPrefs: parsedOrNull(row.emailPrefs),
    pushPrefs: parsedOrNull(row.pushPrefs),
    browsers: Number(row.browsers),
  }
}

export const canMail = ({ email, emailPrefs }: Reader, { mail }: Channels): boolean =>
  mail !== undefined && email !== null && emailPrefs?.[mail] !== false
/** Whether the preferences allow a push message. A preference that is not stored is on. */
export const isPushEnabled = (draft: Pick<NotificationDraft, 'verb' | 'isOwner' | 'source'>, prefs: Partial<PushPrefs> | null): boolean => {
  // The badge of the actor matters for mails only.
  const { push } = channelsFor(draft, false)
  return push !== undefined && prefs?.[push] !== false
}

export const canPush = ({ browsers, pushPrefs }: Reader, { push }: Channels): boolean =>
  push !== undefined && browsers > 0 && pushPrefs?.[push] !== false

export async function isVerified(db: Parameters<typeof sql>[0], uid: string): Promise<boolean> {
  const [row] = await sql<{ verified: RawBoolean }>(db, 'SELECT "verified" FROM "member" WHERE "uid" = :uid', { uid })
  return row !== undefined && bool(row.verified)
}

/** Whether a mail or push message is due: most notifications are shown on the page only. */
export async function hasChannel(manager: EntityManager, draft: NotificationDraft): Promise<boolean> {
  const channels = channelsFor(draft, draft.verb === 'collect' && (await isVerified(manager, draft.actor)))
  if (channels.mail === undefined && channels.push === undefined) return false
  const reader = await readReader(manager, draft.uid)
  return reader !== null && (canMail(reader, channels) || canPush(reader, channels))
}
