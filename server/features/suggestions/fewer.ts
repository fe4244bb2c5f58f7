/** "Fewer like this" (BZ9): followed members, playlists and tags that a member has down-ranked. */
import type { DataSource } from 'typeorm'
import { limits, tagKey } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { SuggestionType } from './entities.ts'
import { entityOf } from './subject.ts'

export interface Fewer {
  /** Throws `not_found` if the member or playlist does not exist. */
  add(uid: string, type: SuggestionType, id: string): Promise<void>
  remove(uid: string, type: SuggestionType, id: string): Promise<void>
  /** The down-ranked sources of a member. */
  of(uid: string): Promise<FewerFilter>
}

export interface FewerFilter {
  /** The same for the same sources. */
  key: string
  has(type: SuggestionType, id: string): boolean
  /** Whether an activity is shown: of a down-ranked source, one in `fewerFactor`. */
  shows(activity: { at: string; source: { type: SuggestionType | 'you'; id: string } }): boolean
}

/** Divides the number of shown activities, and the weight in suggestions, of a down-ranked source. */
export const fewerFactor = 3

/** FNV-1a hash: deterministic, so that an activity is always shown or always hidden. */
function fingerprint(text: string): number {
  let sum = 0x811c9dc5
  for (let n = 0; n < text.length; n++) sum = Math.imul(sum ^ text.charCodeAt(n), 0x01000193)
  return sum >>> 0
}

/** Ids, uids and tag keys contain no space. */
const keyOf = (type: string, id: string): string => `${type} ${id}`

export function fewerFilter(rows: readonly { type: string; entity: string }[]): FewerFilter {
  const keys = new Set(rows.map(({ type, entity }) => keyOf(type, entity)))
  const has: FewerFilter['has'] = (type, id) => keys.has(keyOf(type, id))
  return {
    key: [...keys].sort().join(','),
    has,
    shows: ({ at, source: { type, id } }) => keys.size === 0 || type === 'you' || !has(type, id) || fingerprint(at) % fewerFactor === 0,
  }
}

export function createFewer({ db, now = Date.now }: { db: DataSource; now?: () => number }): Fewer {
  return {
    async add(uid, type, id) {
      const entity = await entityOf(db, uid, type, id)
      await transaction(db, async (manager) => {
        await sql(
          manager,
          `INSERT INTO "feed_fewer" ("uid", "type", "entity", "creationDate") VALUES (:uid, :type, :entity, :creationDate)
           ON CONFLICT ("uid", "type", "entity") DO UPDATE SET "creationDate" = excluded."creationDate"`,
          { uid, type, entity, creationDate: new Date(now()).toISOString() },
        )
        // Bounded, because the feed reads the whole list. The oldest entries are deleted.
        await sql(
          manager,
          `DELETE FROM "feed_fewer" WHERE "uid" = :uid AND "creationDate" <
             (SELECT "creationDate" FROM "feed_fewer" WHERE "uid" = :uid ORDER BY "creationDate" DESC LIMIT 1 OFFSET :last)`,
          { uid, last: limits.feed.fewer - 1 },
        )
      })
    },

    async remove(uid, type, id) {
      const entity = type === 'tag' ? tagKey(id) : id
      await transaction(db, (manager) =>
        sql(manager, 'DELETE FROM "feed_fewer" WHERE "uid" = :uid AND "type" = :type AND "entity" = :entity', { uid, type, entity }),
      )
    },

    async of(uid) {
      return fewerFilter(
        await sql<{ type: string; entity: string }>(db, 'SELECT "type", "entity" FROM "feed_fewer" WHERE "uid" = :uid', { uid }),
      )
    },
  }
}
