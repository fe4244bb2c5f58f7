/** Content of a digest mail: new posts in playlists and by members that the reader follows, highest score first. */
import type { DataSource } from 'typeorm'
import { formatId, notificationPreferencesPath, shorten, slugify } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { visibleToMember } from '../beads/service.ts'
import { blocksOrMutes } from '../blocks/service.ts'
import { relationTypes } from '../relations/service.ts'
import type { DigestKind } from './entities.ts'

export interface Digest {
  posts: { title: string; href: string; bead: string; creator: string }[]
  /** Number of further posts that are not listed. */
  more: number
  /** Number of notifications (each a group of activities) in the period. */
  notifications: number
}

/** Maximum number of posts listed in a mail. */
const shown = 8
/** Maximum number of posts read, which bounds the cost for members who follow a lot. */
const counted = 500

/** Lower bound of the ids of posts since an instant (ISO 8601): ids sort by time. */
const idAt = (instant: string): string => formatId('post', Date.parse(instant), '00000000')

interface RawPost {
  id: string
  title: string
  beadId: string
  bead: string
  creator: string
}

/** The digest of a period (`since` inclusive, `until` exclusive; ISO 8601). Null if there is nothing new. */
export async function readDigest(db: DataSource, uid: string, since: string, until: string): Promise<Digest | null> {
  const { followBead, followMember } = relationTypes
  const parameters = { uid, followBead, followMember, first: idAt(since), end: idAt(until), since, until, now: new Date().toISOString() }
  const rows = await sql<RawPost>(
    db,
    `SELECT p."id", p."title", p."beadId", v."title" AS "bead", m."name" AS "creator" FROM (
       SELECT p."id" FROM "relation" r JOIN "post" p ON p."beadId" = r."entity" AND p."id" >= :first AND p."id" < :end
       WHERE r."uid" = :uid AND r."type" = :followBead
       UNION
       SELECT p."id" FROM "relation" r JOIN "post" p ON p."creatorUid" = r."entity" AND p."id" >= :first AND p."id" < :end
       WHERE r."uid" = :uid AND r."type" = :followMember
       LIMIT ${counted}
     ) k JOIN "post" p ON p."id" = k."id" JOIN "bead" v ON v."id" = p."beadId" JOIN "member" m ON m."uid" = p."creatorUid"
     WHERE v."isDraft" = FALSE AND p."creatorUid" <> :uid AND NOT ${blocksOrMutes(':uid', 'p."creatorUid"')}
     ORDER BY p."score" DESC, p."id" DESC`,
    parameters,
  )
  const [row] = await sql<{ total: number | string }>(
    db,
    `SELECT COUNT(*) AS "total" FROM "notification" n JOIN "member" m ON m."uid" = n."uid" LEFT JOIN "bead" v ON v."id" = n."beadId"
     WHERE n."uid" = :uid AND n."date" >= :since AND n."date" < :until AND (n."beadId" IS NULL OR ${visibleToMember})`,
    parameters,
  )
  const notifications = Number(row!.total)
  if (rows.length === 0 && notifications === 0) return null
  return {
    posts: rows
      .slice(0, shown)
      .map(({ id, title, beadId, bead, creator }) => ({ title, bead, creator, href: `/${beadId}/${slugify(title)}-${id}` })),
    more: Math.max(0, rows.length - shown),
    notifications,
  }
}

const subjects: Record<DigestKind, string> = { daily: 'Your day on Strand', weekly: 'Your week on Strand' }
const plural = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** Subject and plain text of the mail. */
export function letterOf(
  { posts, more, notifications }: Digest,
  kind: DigestKind,
  name: string,
  publicUrl: string,
): { subject: string; text: string } {
  const list = posts.map(
    ({ title, bead, creator, href }) =>
      `“${shorten(title, 100)}”, by ${shorten(creator, 60)} in “${shorten(bead, 64)}”\n${publicUrl}${href}`,
  )
  const parts = [
    `Hello ${shorten(name, 60)},`,
    ...(list.length > 0 ? ['New in what you follow:', ...list] : []),
    ...(more > 0 ? [`And ${plural(more, 'more post', 'more posts')}: ${publicUrl}/activity`] : []),
    ...(notifications > 0
      ? [`You have ${plural(notifications, 'notification', 'notifications')} from this period: ${publicUrl}/activity`]
      : []),
    `Choose which mails you get: ${publicUrl}${notificationPreferencesPath}`,
  ]
  return { subject: subjects[kind], text: parts.join('\n\n') }
}
