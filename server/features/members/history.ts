/** What admins did to a member's account and content, as the member sees it (BY14). */
import type { DataSource } from 'typeorm'
import { shorten, type CallOutput, type HistoryAction } from '#contract/index.ts'
import type { HistoryEntry } from '#contract/schemas/adminMembers.ts'
import { parsed, sql } from '#db/sql.ts'

type Query = CallOutput<'GET /api/v0/me/history'>['query']

interface RawEntry {
  id: string
  action: HistoryAction
  targetKind: string
  targetId: string
  detail: string
  creationDate: string
}

interface Detail extends Record<string, unknown> {
  title?: unknown
  text?: unknown
  reason?: unknown
  until?: unknown
  posts?: unknown
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Only known fields: details can name the admin or other members. */
function toEntry({ id, action, targetKind, targetId, detail: raw, creationDate }: RawEntry): HistoryEntry {
  const detail = parsed<Detail>(raw)
  const title = textOrNull(detail.title) ?? textOrNull(detail.text)
  const { posts, comments, beads } = detail as Record<string, number>
  return {
    _id: id,
    id,
    action,
    target: { kind: targetKind, id: targetId },
    title: title === null ? null : shorten(title, 140),
    reason: textOrNull(detail.reason),
    changes:
      action === 'member.privileges'
        ? Object.fromEntries(Object.entries(detail).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'))
        : {},
    until: action === 'member.suspend' ? textOrNull(detail.until) : null,
    counts: action === 'member.removal' ? { posts: posts!, comments: comments!, beads: beads! } : null,
    creationDate,
  }
}

/** A page, latest first, of one index. */
export async function readHistory(
  db: DataSource,
  uid: string,
  { limit, before }: Query,
): Promise<{ results: HistoryEntry[]; next: string | null }> {
  const rows = await sql<RawEntry>(
    db,
    `SELECT "id", "action", "targetKind", "targetId", "detail", "creationDate" FROM "admin_action"
     WHERE "subjectUid" = :uid ${before === undefined ? '' : 'AND "id" < :before'} ORDER BY "id" DESC LIMIT :limit`,
    { uid, before, limit: limit + 1 },
  )
  const results = rows.slice(0, limit).map(toEntry)
  return { results, next: rows.length > limit ? results.at(-1)!.id : null }
}
