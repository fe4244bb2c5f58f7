/**
 * The curated order of a playlist, which members set by moving posts (decision 25). Posts are sorted by a text, the
 * place: the column `curatedRank`, or the id of a post that was never moved. Ids sort by time, so new posts come last.
 * A move writes only one row: a rank between the places of the two neighbours (fractional indexing).
 */
import type { EntityManager } from 'typeorm'
import { idLength } from '#contract/ids.ts'
import { sql } from '#db/sql.ts'

/**
 * SELECT of post `id`s in curated order. Two SELECTs, because the database can read each from an index in order, which
 * is impossible for the expression `curatedPlace`.
 *
 * @param where begins with `WHERE` and contains `p."beadId" = …`.
 */
export const curatedIds = (where: string): string =>
  `SELECT p."id", p."curatedRank" AS "place" FROM "post" p ${where} AND p."curatedRank" IS NOT NULL
   UNION ALL
   SELECT p."id", p."id" AS "place" FROM "post" p ${where} AND p."curatedRank" IS NULL
   ORDER BY "place"`

/** SQL expression of the place of a post `p`. */
export const curatedPlace = 'COALESCE(p."curatedRank", p."id")'

/** A longer rank causes the playlist's ranks to be rewritten. The column has 120 characters. */
const maxRankLength = 100

const digits = '0123456789abcdefghijklmnopqrstuvwxyz'
/** Value of a digit; -1 after the end of the text. */
const valueOf = (text: string, at: number): number => (at < text.length ? digits.indexOf(text[at]!) : -1)

/**
 * A text that sorts between `low` and `high` ('' for no bound). It consists of digits and lower-case letters, which
 * every collation sorts the same. It never ends in 0: no text fits between `x` and `x0`.
 */
export function between(low: string, high: string): string {
  let made = ''
  for (let at = 0, free = high === ''; ; at += 1) {
    const from = Math.max(valueOf(low, at), 0)
    const to = free ? digits.length : Math.max(valueOf(high, at), 0)
    const middle = Math.floor((from + to) / 2)
    if (middle > from) return made + digits[middle]
    made += digits[from]
    // If nothing fits, `move` notices the overlong result and rewrites the ranks.
    if (made.length > maxRankLength) return made
    if (from < to) free = true
  }
}

/** A rank after the last place. It begins with the same id, so that the ids of later posts are still greater. */
const afterLast = (place: string): string => between(place, `${place.slice(0, idLength)}z`)

interface Placed {
  id: string
  place: string
}

/** Side of another post. */
type Side = 'before' | 'after'

/** The nearest post on that side of `place`, other than `moved`; null if there is none. */
async function neighbour(manager: EntityManager, beadId: string, place: string, side: Side, moved: string): Promise<Placed | null> {
  const [sign, order] = side === 'after' ? ['>', 'ASC'] : ['<', 'DESC']
  const nearest = (column: string, which: string): string =>
    `SELECT "id", ${column} AS "place" FROM "post" WHERE "beadId" = :beadId AND "curatedRank" ${which} AND ${column} ${sign} :place AND "id" <> :moved
     ORDER BY ${column} ${order} LIMIT 1`
  const parameters = { beadId, place, moved }
  const found = [
    ...(await sql<Placed>(manager, nearest('"curatedRank"', 'IS NOT NULL'), parameters)),
    ...(await sql<Placed>(manager, nearest('"id"', 'IS NULL'), parameters)),
  ]
  return found.sort((one, other) => (one.place < other.place === (side === 'after') ? -1 : 1))[0] ?? null
}

const placeOf = async (manager: EntityManager, beadId: string, id: string): Promise<string | null> =>
  (
    await sql<Placed>(manager, `SELECT p."id", ${curatedPlace} AS "place" FROM "post" p WHERE p."id" = :id AND p."beadId" = :beadId`, {
      id,
      beadId,
    })
  )[0]?.place ?? null

/**
 * Makes all ranks short again without changing the order: the n-th post gets the n-th smallest id of the playlist's
 * posts as its rank.
 */
async function rewriteRanks(manager: EntityManager, beadId: string): Promise<void> {
  const inOrder = await sql<Placed>(manager, `SELECT * FROM (${curatedIds('WHERE p."beadId" = :beadId')}) k`, { beadId })
  const ranks = inOrder.map(({ id }) => id).sort()
  for (const [n, { id, place }] of inOrder.entries())
    if (place !== ranks[n]) await sql(manager, 'UPDATE "post" SET "curatedRank" = :rank WHERE "id" = :id', { rank: ranks[n]!, id })
}

/**
 * Moves a post directly before or after another post of the playlist (`next`), or to the beginning ('before' null) or
 * end ('after' null). Returns false if either post is not in the playlist. The caller's transaction has locked the
 * playlist's row, so that concurrent moves wait.
 *
 * @param left number of rewrites of all ranks that are still allowed.
 */
export async function move(
  manager: EntityManager,
  beadId: string,
  moved: string,
  side: Side,
  next: string | null,
  left = 1,
): Promise<boolean> {
  if (moved === next) return (await placeOf(manager, beadId, moved)) !== null
  if ((await placeOf(manager, beadId, moved)) === null) return false
  const anchor = next === null ? null : await placeOf(manager, beadId, next)
  if (next !== null && anchor === null) return false

  // Bounds below and above every place.
  const [first, last] = ['', 'z'.repeat(maxRankLength + 1)]
  const near =
    anchor ?? (await neighbour(manager, beadId, side === 'before' ? first : last, side === 'before' ? 'after' : 'before', moved))?.place
  // There is no other post.
  if (near === undefined) return true
  const far = anchor === null ? '' : ((await neighbour(manager, beadId, anchor, side, moved))?.place ?? '')
  const rank = side === 'before' ? between(far, near) : far === '' ? afterLast(near) : between(near, far)
  if (rank.length <= maxRankLength) {
    await sql(manager, 'UPDATE "post" SET "curatedRank" = :rank WHERE "id" = :moved', { rank, moved })
    return true
  }
  if (left === 0) throw new Error(`No room in the curated order of ${beadId}`)
  await rewriteRanks(manager, beadId)
  return move(manager, beadId, moved, side, next, left - 1)
}
