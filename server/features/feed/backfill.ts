/**
 * Fills the activity log from the tables of posts, comments, playlists and relations: for databases older than the log,
 * and for demo data and benchmarks, which are written without events. Also defines the ids of the log's rows.
 */
import { createHash } from 'node:crypto'
import { formatId, tagKey } from '#contract/index.ts'
import { activityKinds, type ActivityKind, type ActivityRow } from './entities.ts'

/** Runs a statement with the placeholders `$1`, `$2`… (PostgreSQL) or `?` (SQLite). Returns the rows of a SELECT. */
export type Run = (statement: string, values?: unknown[]) => Promise<unknown>

/** The `source` of a tag's activities. No uid contains a `#`. */
export const tagSource = (tag: string): string => `#${tag}`

/**
 * The id of a log row for an activity at `instant` (ms since 1970). Deterministic, so that writing it twice has no
 * effect.
 */
export function activityId(instant: number, source: string, kind: ActivityKind, subject: string): string {
  const digest = createHash('sha1').update(`${source} ${kind} ${subject}`).digest().readUIntBE(0, 6)
  return formatId('row', instant, (digest % 36 ** 8).toString(36).padStart(8, '0'))
}

/**
 * The id of the log row for the creation of an entity: the entity's id, which contains its time, with the letter of log
 * rows.
 */
export const activityIdOf = (id: string): string => `x${id.slice(1)}`
/** The instant in an id (ms since 1970): nine digits in base 36 after the kind letter. */
export const instantOf = (id: string): number => Number.parseInt(id.slice(1, 10), 36)

/** Rows per INSERT. */
const rowsAtOnce = 500

/** Kind of activity by the type of the relation. Others are not in feeds. */
const followKinds: Record<number, ActivityKind> = {
  1: activityKinds.collect,
  2: activityKinds.followbead,
  3: activityKinds.followmember,
  4: activityKinds.followtag,
}

interface Relation {
  uid: string
  type: number
  entity: string
  creationDate: string
}
interface TaggedBead {
  id: string
  tags: string
}

export async function backfillActivity(run: Run, postgres: boolean): Promise<void> {
  const place = (n: number): string => (postgres ? `$${n}` : '?')
  const into = 'INSERT INTO "activity" ("id", "source", "kind", "subject")'
  const activityIdFrom = (column: string) => `'x' || substr(${column}, 2)`
  // WHERE TRUE: otherwise SQLite parses ON as a join condition.
  const copies = [
    `SELECT ${activityIdFrom('"id"')}, "creatorUid", ${activityKinds.newpost}, "id" FROM "post" WHERE TRUE`,
    `SELECT ${activityIdFrom('"id"')}, "creatorUid", ${activityKinds.comment}, "postId" FROM "comment" WHERE TRUE`,
    `SELECT ${activityIdFrom('"id"')}, "creatorUid", ${activityKinds.newbead}, "id" FROM "bead" WHERE "isDraft" = FALSE`,
  ]
  for (const copy of copies) await run(`${into} ${copy} ON CONFLICT DO NOTHING`)

  async function write(rows: readonly ActivityRow[]): Promise<void> {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const some = rows.slice(at, at + rowsAtOnce)
      const values = some.map((_row, n) => `(${[1, 2, 3, 4].map((column) => place(n * 4 + column)).join(', ')})`)
      await run(
        `${into} VALUES ${values.join(', ')} ON CONFLICT DO NOTHING`,
        some.flatMap((row) => [row.id, row.source, row.kind, row.subject]),
      )
    }
  }

  let after: Relation = { uid: '', type: 0, entity: '', creationDate: '' }
  for (;;) {
    const relations = (await run(
      `SELECT "uid", "type", "entity", "creationDate" FROM "relation" WHERE ("uid", "type", "entity") > (${place(1)}, ${place(2)}, ${place(3)})
       ORDER BY "uid", "type", "entity" LIMIT 5000`,
      [after.uid, after.type, after.entity],
    )) as Relation[]
    await write(
      relations.flatMap(({ uid, type, entity, creationDate }) => {
        const kind = followKinds[type]
        return kind === undefined
          ? []
          : [{ id: activityId(Date.parse(creationDate), uid, kind, entity), source: uid, kind, subject: entity }]
      }),
    )
    if (relations.length < 5000) break
    after = relations.at(-1)!
  }

  let last = ''
  for (;;) {
    const beads = (await run(`SELECT "id", "tags" FROM "bead" WHERE "isDraft" = FALSE AND "id" > ${place(1)} ORDER BY "id" LIMIT 2000`, [
      last,
    ])) as TaggedBead[]
    await write(beads.flatMap(({ id, tags }) => taggings(id, JSON.parse(tags) as string[], instantOf(id))))
    if (beads.length < 2000) break
    last = beads.at(-1)!.id
  }
}

/** Rebuilds the table `activity_head`, which has the latest activity of each playlist (2), member (3) and tag (4). */
export async function backfillHeads(run: Run): Promise<void> {
  const latest = [
    `SELECT 2, "beadId", substr(MAX("id"), 2) FROM "post" GROUP BY "beadId"`,
    `SELECT 3, "source", substr(MAX("id"), 2) FROM "activity" WHERE "source" NOT LIKE '#%' GROUP BY "source"`,
    `SELECT 4, t."key", MAX(t."at") FROM (
       SELECT "tagKey" AS "key", substr(MAX("postId"), 2) AS "at" FROM "post_tag" GROUP BY "tagKey"
       UNION ALL SELECT substr("source", 2), substr(MAX("id"), 2) FROM "activity" WHERE "source" LIKE '#%' GROUP BY "source"
     ) t GROUP BY t."key"`,
  ]
  await run('DELETE FROM "activity_head"')
  for (const select of latest) await run(`INSERT INTO "activity_head" ("type", "entity", "head") ${select}`)
}

/** Log rows for the tags of a playlist at an instant. */
export const taggings = (beadId: string, tags: readonly string[], instant: number): ActivityRow[] =>
  tags.map((tag) => {
    const source = tagSource(tagKey(tag))
    return { id: activityId(instant, source, activityKinds.taggedbead, beadId), source, kind: activityKinds.taggedbead, subject: beadId }
  })
