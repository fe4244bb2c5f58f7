/** "Fewer like this" (BZ9): members, playlists and tags that a member goes on following and wants to hear less of. */
import type { DataSource } from 'typeorm'
import { limits, tagKey } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { SuggestionType } from './entities.ts'
import { entityOf } from './subject.ts'

export interface Fewer {
  /** Throws `not_found` where there is no such member or playlist. */
  add(uid: string, type: SuggestionType, id: string): Promise<void>
  remove(uid: string, type: SuggestionType, id: string): Promise<void>
  /** What a member wants less of. */
  of(uid: string): Promise<Less>
}

export interface Less {
  has(type: SuggestionType, id: string): boolean
  /** Whether a source tells of this all the same: of one in `share` of what happens to it. */
  tells(happening: { at: string; source: { type: SuggestionType | 'you'; id: string } }): boolean
}

/** Of such a source one thing in so many is shown, and as many times less it weighs when something is suggested. */
export const share = 3

/** The same for the same happening at every time, so that no item comes and goes (FNV-1a). */
function fingerprint(text: string): number {
  let sum = 0x811c9dc5
  for (let n = 0; n < text.length; n++) sum = Math.imul(sum ^ text.charCodeAt(n), 0x01000193)
  return sum >>> 0
}

/** Nothing that anybody follows has a space in its name. */
const keyOf = (type: string, id: string): string => `${type} ${id}`

export function lessOf(rows: readonly { type: string; entity: string }[]): Less {
  const keys = new Set(rows.map(({ type, entity }) => keyOf(type, entity)))
  const has: Less['has'] = (type, id) => keys.has(keyOf(type, id))
  return {
    has,
    tells: ({ at, source: { type, id } }) => keys.size === 0 || type === 'you' || !has(type, id) || fingerprint(at) % share === 0,
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
        // Every walk reads the whole list: the oldest wishes go.
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
      return lessOf(
        await sql<{ type: string; entity: string }>(db, 'SELECT "type", "entity" FROM "feed_fewer" WHERE "uid" = :uid', { uid }),
      )
    },
  }
}
