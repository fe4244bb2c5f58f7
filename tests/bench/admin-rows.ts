/** Generates what admins work with in a large Strand database: flags, playlists under review, suspensions, and the log. */
import { formatId } from '#contract/ids.ts'
import { adminActions, historyActions, type AdminActionName } from '#contract/rules.ts'
import type Database from 'better-sqlite3'
import { createChance } from './chance.ts'
import type { Row } from './scale-rows.ts'

export interface AdminSize {
  flags: number
  logRows: number
}

/** The first members are admins. */
export const admins = 20

const begin = Date.parse('2025-01-01T00:00:00Z')
const end = Date.parse('2026-11-01T00:00:00Z')
const seed = 20_261_129
const iso = (time: number): string => new Date(time).toISOString()
const reasons = ['Spam', 'Offensive or inappropriate', 'Infringes copyright', 'Sexually explicit']

/** Actions of the log, frequent ones first. */
const verbs = [...adminActions].sort((a, b) => Number(b.startsWith('review.')) - Number(a.startsWith('review.')))

interface Targets {
  posts: string[]
  comments: string[]
  beads: string[]
  members: string[]
}

function* flags(
  { posts, comments, members }: Targets,
  count: number,
): Generator<{ flag: Row; isFirst: boolean; isLast: boolean; n: number }> {
  const chance = createChance(seed)
  for (let left = count; left > 0;) {
    const targetId = chance.next() < 0.7 ? posts.pop()! : comments.pop()!
    // Most are flagged once, a few hundreds of times.
    const flagged = Math.min(left, members.length, Math.floor((1 - chance.next()) ** -0.6), 500)
    const from = chance.below(members.length)
    const opened = begin + chance.below(end - begin)
    for (let n = 0; n < flagged; n += 1)
      yield {
        flag: {
          targetId,
          uid: members[(from + n) % members.length]!,
          reason: reasons[chance.below(reasons.length, 2)]!,
          creationDate: iso(opened + n * 60_000),
        },
        n,
        isFirst: n === 0,
        isLast: n === flagged - 1,
      }
    left -= flagged
  }
}

function* log({ posts, beads, members }: Targets, count: number): Generator<Row> {
  const chance = createChance(seed + 1)
  const targetOf: Record<string, () => [kind: string, id: string]> = {
    post: () => ['post', posts[chance.below(posts.length)]!],
    bead: () => ['bead', beads[chance.below(beads.length)]!],
    member: () => ['member', members[chance.below(members.length, 2)]!],
  }
  const isHistory = (action: AdminActionName): boolean => (historyActions as readonly AdminActionName[]).includes(action)
  for (let n = 0; n < count; n += 1) {
    const time = Math.floor(begin + ((end - begin) * n) / count)
    const action = verbs[chance.below(verbs.length, 2)]!
    const [targetKind, targetId] = (targetOf[action.split('.')[0]!] ?? targetOf.post!)()
    yield {
      id: formatId('row', time, chance.digits()),
      uid: members[chance.below(admins, 2)]!,
      action,
      targetKind,
      targetId,
      detail: JSON.stringify({ reason: 'Spam', title: `Number ${n}` }),
      subjectUid: isHistory(action) ? members[chance.below(members.length, 2)]! : null,
      creationDate: iso(time),
    }
  }
}

/** Adds the rows to the members, playlists, posts and comments of a database. Its indexes do not exist yet. */
export function addAdminRows(
  db: Database.Database,
  { flags: flagCount, logRows }: AdminSize,
  insert: (table: string, rows: Iterable<Row>) => void,
): void {
  const column = (statement: string): string[] => db.prepare<[], string>(statement).pluck().all()
  const targets: Targets = {
    posts: column('SELECT "id" FROM "post" ORDER BY "shuffleKey"'),
    comments: column('SELECT "id" FROM "comment" ORDER BY SUBSTR("id", 11), "id"'),
    beads: column('SELECT "id" FROM "bead" ORDER BY "id"'),
    members: column('SELECT "uid" FROM "member" ORDER BY "uid"'),
  }
  db.exec(`UPDATE "member" SET "isAdmin" = 1 WHERE "uid" < '${targets.members[admins]!}'`)
  db.exec(
    `UPDATE "member" SET "suspendedUntil" = '2999-01-01T00:00:00.000Z', "suspensionReason" = 'Spam' WHERE "isAdmin" = 0 AND "uid" LIKE '%17'`,
  )
  db.exec(`UPDATE "bead" SET "submittedDate" = "creationDate" WHERE "isDraft" = 1 AND "groupId" IS NULL`)
  const reviews: Row[] = []
  function* flagRows(): Generator<Row> {
    let openedDate = ''
    for (const { flag, isFirst, isLast, n } of flags(targets, flagCount)) {
      if (isFirst) openedDate = flag.creationDate as string
      if (isLast)
        reviews.push({
          targetId: flag.targetId!,
          status: reviews.length % 5 === 4 ? 'dismissed' : 'open',
          flagCount: n + 1,
          changedDate: flag.creationDate!,
          openedDate,
        })
      yield flag
    }
  }
  insert('flag', flagRows())
  insert('review', reviews)
  insert('admin_action', log(targets, logRows))
}
