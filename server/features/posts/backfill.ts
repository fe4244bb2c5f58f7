/**
 * Computes derived rows of posts: for databases that are older than these rows, and for demo and benchmark data, which are inserted
 * without this service.
 */
import { isDead, tagKey, type Media } from '#contract/index.ts'
import { fingerprintsOf } from '../collection/service.ts'
import { nameKey, wordsOf } from '../words/service.ts'
import { firstPostHeat } from './heat.ts'

/** Runs a statement with the database's placeholders: `$1`, `$2`… or `?`. */
export type Run = (statement: string, values?: unknown[]) => Promise<unknown>

interface Post {
  id: string
  beadId: string
  creatorUid: string
  title: string
  tags: string
  media: string | null
  creationDate: string
  score: number
  category: string
  isDraft: boolean | number
}
interface Named {
  entity: string
  text: string
}
interface Collected {
  uid: string
  postId: string
  collectedDate: string
  tags: string
}

/** Rows per read, and parameters per INSERT (limit of SQLite). */
const pageRows = 2000
const parameters = 30_000

const keysOf = (tags: string): Map<string, string> => new Map((JSON.parse(tags) as string[]).map((tag) => [tagKey(tag), tag]))

export async function backfillPosts(run: Run, postgres: boolean): Promise<void> {
  const placeholder = (n: number): string => (postgres ? `$${n}` : '?')

  async function write(table: string, columns: readonly string[], rows: readonly unknown[][]): Promise<void> {
    const batchSize = Math.floor(parameters / columns.length)
    for (let at = 0; at < rows.length; at += batchSize) {
      const batch = rows.slice(at, at + batchSize)
      const values = batch.map((_row, n) => `(${columns.map((_column, m) => placeholder(n * columns.length + m + 1)).join(', ')})`)
      await run(
        `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) VALUES ${values.join(', ')} ON CONFLICT DO NOTHING`,
        batch.flat(),
      )
    }
  }

  /** Pages by key: the last key of a page is the cursor of the next one. */
  async function forEachPage<Row>(statement: string, key: (row: Row) => string, work: (rows: Row[]) => Promise<void>): Promise<void> {
    for (let last = ''; ;) {
      const rows = (await run(statement, [last])) as Row[]
      await work(rows)
      if (rows.length < pageRows) return
      last = key(rows.at(-1)!)
    }
  }

  const flag = (value: boolean): unknown => (postgres ? value : Number(value))
  const words = (kind: string, rows: readonly Named[], of: (text: string) => string[]): Promise<void> =>
    write(
      'word',
      ['kind', 'word', 'entity'],
      rows.flatMap(({ entity, text }) => of(text).map((word) => [kind, word, entity])),
    )

  await forEachPage<Post>(
    `SELECT p."id", p."beadId", p."creatorUid", p."title", p."tags", p."media", p."creationDate", p."score", b."category", b."isDraft"
     FROM "post" p JOIN "bead" b ON b."id" = p."beadId" WHERE p."id" > ${placeholder(1)} ORDER BY p."id" LIMIT ${pageRows}`,
    ({ id }) => id,
    async (posts) => {
      for (const { id, category, isDraft, media, score, creationDate } of posts)
        await run(
          `UPDATE "post" SET "category" = ${placeholder(1)}, "isDraft" = ${placeholder(2)}, "isDead" = ${placeholder(3)}, "heat" = ${placeholder(4)}, "borrowedText" = ${placeholder(5)} WHERE "id" = ${placeholder(6)}`,
          [
            category,
            flag(Boolean(isDraft)),
            flag(isDead(media === null ? null : (JSON.parse(media) as Media))),
            firstPostHeat(score, Date.parse(creationDate)),
            flag(false),
            id,
          ],
        )
      const tagged = posts.flatMap(({ id, beadId, creatorUid, isDraft, category, tags }) =>
        [...keysOf(tags)].map(([key, tag]) => [id, key, tag, beadId, creatorUid, flag(Boolean(isDraft)), category]),
      )
      await write('post_tag', ['postId', 'tagKey', 'tag', 'beadId', 'creatorUid', 'isDraft', 'category'], tagged)
      await words(
        'post',
        posts.map(({ id, title }) => ({ entity: id, text: title })),
        wordsOf,
      )
    },
  )

  const beads = `SELECT "id" AS "entity", "title" AS "text" FROM "bead" WHERE "id" > ${placeholder(1)} ORDER BY "id" LIMIT ${pageRows}`
  await forEachPage<Named>(
    beads,
    ({ entity }) => entity,
    (rows) => words('name', rows, (title) => [nameKey(title)].filter(Boolean)),
  )

  // Pages by member and post, because a member can have collected many posts.
  for (let last = ['', '']; ;) {
    const rows = (await run(
      `SELECT r."uid", r."entity" AS "postId", r."creationDate" AS "collectedDate", p."beadId", p."creatorUid", p."category", p."isDraft", p."playable", p."shuffleKey", p."tags"
       FROM "relation" r JOIN "post" p ON p."id" = r."entity"
       WHERE r."type" = 1 AND (r."uid", r."entity") > (${placeholder(1)}, ${placeholder(2)}) ORDER BY r."uid", r."entity" LIMIT ${pageRows}`,
      last,
    )) as (Collected & Record<string, unknown>)[]
    const columns = ['uid', 'postId', 'collectedDate', 'beadId', 'creatorUid', 'category', 'isDraft', 'playable', 'shuffleKey'] as const
    await write(
      'collected',
      [...columns, 'tagMarks'],
      rows.map((row) => [...columns.map((column) => row[column]), fingerprintsOf([...keysOf(row.tags).keys()])]),
    )
    if (rows.length < pageRows) return
    last = [rows.at(-1)!.uid, rows.at(-1)!.postId]
  }
}
