/**
 * Tombstones of deleted members (decision 51). A tombstone is a row of `member` with a random uid, which replaces the
 * member as the creator of posts, comments and playlists that others use. No other row contains the former uid.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { DataSource, EntityManager } from 'typeorm'
import { idKind } from '#contract/ids.ts'
import { newId } from '#db/ids.ts'
import { parsed, sql } from '#db/sql.ts'

const prefix = 'deleted.'
export const isTombstone = (uid: string): boolean => uid.startsWith(prefix)
export const newTombstone = (): string => prefix + randomBytes(8).toString('hex')

/** `uidKey` of a tombstone: a hash of the former one, so that the uid is never assigned again and not stored either. */
export const retiredKey = (uidKey: string): string => createHash('sha256').update(`retired uid ${uidKey}`).digest('hex').slice(0, 48)

/** Columns with a uid whose rows remain after the deletion of an account; they get the tombstone's uid. */
export const lastingColumns: readonly (readonly [table: string, column: string])[] = [
  ['bead', 'creatorUid'],
  ['bead', 'featuredCuratorUid'],
  ['post', 'creatorUid'],
  ['post', 'originalCreatorUid'],
  ['post_tag', 'creatorUid'],
  ['comment', 'creatorUid'],
  ['flag', 'uid'],
  ['notification_activity', 'actor'],
  ['repair', 'uid'],
  ['repair', 'undoneUid'],
  ['admin_action', 'uid'],
  ['admin_action', 'subjectUid'],
  ['content_removal', 'uid'],
  ['content_removal', 'adminUid'],
]

/** Statements that delete rows which refer to the member without a cascading foreign key. */
const strays: readonly string[] = [
  `DELETE FROM "share_quota" WHERE "who" = 'member ' || :uid`,
  'DELETE FROM "play" WHERE "listener" = :uid',
  `DELETE FROM "dismissal" WHERE "type" = 'member' AND "entity" = :uid`,
  `DELETE FROM "feed_fewer" WHERE "type" = 'member' AND "entity" = :uid`,
]

const copiedColumns = [
  'name',
  'verified',
  'isAdmin',
  'description',
  'city',
  'country',
  'creationDate',
  'privileges',
  'followerCount',
  'followingCount',
  'collectedPostCount',
  'createdPostCount',
  'createdBeadCount',
  'collectedBeadCount',
  'removedDate',
]
  .map((column) => `"${column}"`)
  .join(', ')

/**
 * Replaces the uid where it is a complete string of a JSON value, except under the key `kind`, as a uid may equal an
 * event's kind.
 */
function renamed(value: unknown, uid: string, tombstone: string, key = ''): unknown {
  if (typeof value === 'string') return value === uid && key !== 'kind' ? tombstone : value
  if (Array.isArray(value)) return value.map((one) => renamed(one, uid, tombstone, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, renamed(one, uid, tombstone, name)]))
}

/** Ids of the admin actions whose details contain the member. */
const actionsWith = 'SELECT "actionId" FROM "admin_action_member" WHERE "uid" = :uid'

/**
 * Applies `renamed` to a JSON column of all rows that contain the uid.
 * @param among condition that limits the rows to read; without it the whole table is read.
 */
export async function renameInJson(
  manager: EntityManager,
  table: string,
  column: string,
  uid: string,
  tombstone: string,
  among = 'TRUE',
): Promise<void> {
  const rows = await sql<{ id: string; json: string }>(
    manager,
    `SELECT "id", "${column}" AS "json" FROM "${table}" WHERE ${among} AND "${column}" LIKE :like`,
    { uid, like: `%"${uid}"%` },
  )
  for (const { id, json } of rows)
    await sql(manager, `UPDATE "${table}" SET "${column}" = :json WHERE "id" = :id`, {
      id,
      json: JSON.stringify(renamed(parsed(json), uid, tombstone)),
    })
}

/**
 * Drops the decisions of an admin about the review queue that have not taken effect, and logs that: their items wait again. Written here,
 * as the moderation imports this feature.
 */
async function dropDecisions(manager: EntityManager, uid: string, tombstone: string): Promise<void> {
  const decisions = await sql<{ targetId: string; title: string; verdict: string }>(
    manager,
    'SELECT "targetId", "title", "verdict" FROM "review_decision" WHERE "uid" = :uid',
    { uid },
  )
  for (const { targetId, title, verdict } of decisions)
    await sql(
      manager,
      `INSERT INTO "admin_action" ("id", "uid", "action", "targetKind", "targetId", "detail", "creationDate")
       VALUES (:id, :tombstone, 'review.drop', :kind, :targetId, :detail, :creationDate)`,
      {
        id: newId('row'),
        tombstone,
        kind: idKind(targetId)!,
        targetId,
        detail: JSON.stringify({ title, verdict, cause: 'account' }),
        creationDate: new Date().toISOString(),
      },
    )
  await sql(manager, 'DELETE FROM "review_decision" WHERE "uid" = :uid', { uid })
}

/**
 * Replaces a member's row by a tombstone, and the uid in all rows that remain. The caller has cleared the row
 * (`removedDate` set, no e-mail address). Texts and analytics events are updated by the two functions below.
 * @returns the tombstone's uid.
 */
export async function toTombstone(manager: EntityManager, uid: string): Promise<string> {
  const tombstone = newTombstone()
  await sql(
    manager,
    `INSERT INTO "member" ("uid", "uidKey", ${copiedColumns}) SELECT CAST(:tombstone AS VARCHAR(50)), CAST(:key AS VARCHAR(50)), ${copiedColumns} FROM "member" WHERE "uid" = :uid`,
    { tombstone, key: retiredKey(uid.toLowerCase()), uid },
  )
  // The admin log accepts the replacement of this uid only.
  await sql(manager, 'INSERT INTO "erasure" ("uid", "tombstone") VALUES (:uid, :tombstone)', { uid, tombstone })
  for (const [table, column] of lastingColumns)
    await sql(manager, `UPDATE "${table}" SET "${column}" = :tombstone WHERE "${column}" = :uid`, { tombstone, uid })
  await sql(manager, `UPDATE "admin_action" SET "targetId" = :tombstone WHERE "targetId" = :uid AND "targetKind" = 'member'`, {
    tombstone,
    uid,
  })
  await dropDecisions(manager, uid, tombstone)
  for (const statement of strays) await sql(manager, statement, { uid })
  // Events that consumers have not processed yet.
  await renameInJson(manager, 'outbox', 'fact', uid, tombstone)
  // Details of admin actions.
  await renameInJson(manager, 'admin_action', 'detail', uid, tombstone, `"id" IN (${actionsWith})`)
  await sql(manager, 'DELETE FROM "admin_action_member" WHERE "uid" = :uid', { uid })
  await sql(manager, 'DELETE FROM "erasure" WHERE "uid" = :uid', { uid })
  await sql(manager, 'DELETE FROM "member" WHERE "uid" = :uid', { uid })
  return tombstone
}

export const deletedMention = '@deleted'

/** Replaces links to the member's pages, and mentions without a link, with the text `@deleted`. */
function withoutMentions(text: string, uid: string): string {
  const name = uid.replaceAll('.', '\\.')
  return text
    .replace(new RegExp(`<a href="/p/${name}(?:[/?#][^"]*)?"[^>]*>[^<]*</a>`, 'gi'), deletedMention)
    .replace(new RegExp(`(?<![\\w.@/])@${name}(?![\\w]|\\.\\w)`, 'gi'), deletedMention)
}

/** Columns with texts that can mention members. */
const texts = [
  ['post', 'description'],
  ['comment', 'text'],
  ['bead', 'description'],
] as const

export interface TextChange {
  table: (typeof texts)[number][0]
  column: string
  id: string
  before: string
  after: string
}

/** Rows per read. */
const batch = 200

/**
 * Replaces mentions of the member in all texts. Slow: `LIKE` reads every row of the three tables.
 * @param write stores a text unless it has changed since it was read.
 */
export async function forgetMentions(
  db: DataSource | EntityManager,
  uid: string,
  write: (change: TextChange) => Promise<void>,
): Promise<void> {
  const like = `%${uid.toLowerCase()}%`
  for (const [table, column] of texts) {
    let after = ''
    for (;;) {
      const rows: { id: string; text: string }[] = await sql(
        db,
        `SELECT "id", "${column}" AS "text" FROM "${table}" WHERE "id" > :after AND LOWER("${column}") LIKE :like ORDER BY "id" LIMIT :batch`,
        { after, like, batch },
      )
      for (const { id, text } of rows) {
        const changed = withoutMentions(text, uid)
        if (changed !== text) await write({ table, column, id, before: text, after: changed })
      }
      if (rows.length < batch) break
      after = rows.at(-1)!.id
    }
  }
}

/** Stores `after` if the text still equals `before`; otherwise returns false. */
export async function storeText(manager: EntityManager, { table, column, id, before, after }: TextChange): Promise<boolean> {
  const unchanged = await sql(manager, `SELECT 1 AS "same" FROM "${table}" WHERE "id" = :id AND "${column}" = :before`, { id, before })
  await sql(manager, `UPDATE "${table}" SET "${column}" = :after WHERE "id" = :id AND "${column}" = :before`, { id, before, after })
  return unchanged.length > 0
}

/** Replaces the uid in analytics events reported by other members. Slow: reads every event. */
export const forgetInEvents = (manager: EntityManager, uid: string, tombstone: string): Promise<void> =>
  renameInJson(manager, 'event', 'data', uid, tombstone)
