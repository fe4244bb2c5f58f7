/** One relation at a time. Whoever calls has locked what it is a relation to, so that nobody else changes it meanwhile. */
import type { EntityManager } from 'typeorm'
import { bool, sql, type RawBoolean } from '../../db/sql.ts'
import { RelationEntity, type RelationType } from './entities.ts'

export { relationTypes, type RelationType } from './entities.ts'

export interface RelationState {
  related: boolean
  superfollow: boolean
  /** Since when; null where there is nothing. */
  since: string | null
}

export interface RelationChange extends RelationState {
  /** How many more there are now: 1, 0 or -1. */
  delta: number
  before: RelationState
}

const nothing: RelationState = { related: false, superfollow: false, since: null }

async function readRelation(manager: EntityManager, uid: string, type: RelationType, entity: string): Promise<RelationState> {
  const [row] = await sql<{ creationDate: string; superfollow: RawBoolean | null }>(
    manager,
    'SELECT "creationDate", "superfollow" FROM "relation" WHERE "uid" = :uid AND "type" = :type AND "entity" = :entity',
    { uid, type, entity },
  )
  return row ? { related: true, superfollow: bool(row.superfollow ?? false), since: row.creationDate } : nothing
}

/** Makes the relation what `wish` says and the rest of it what it was. Idempotent. */
export async function setRelation(
  manager: EntityManager,
  { uid, type, entity }: { uid: string; type: RelationType; entity: string },
  wish: { related?: boolean; superfollow?: boolean },
  now: number,
): Promise<RelationChange> {
  const before = await readRelation(manager, uid, type, entity)
  const related = wish.related ?? before.related
  const superfollow = related && (wish.superfollow ?? before.superfollow)
  const since = related ? (before.since ?? new Date(now).toISOString()) : null
  if (related && !before.related) await manager.insert(RelationEntity, { uid, type, entity, creationDate: since!, superfollow })
  else if (!related && before.related) await manager.delete(RelationEntity, { uid, type, entity })
  else if (superfollow !== before.superfollow) await manager.update(RelationEntity, { uid, type, entity }, { superfollow })
  return { related, superfollow, since, delta: Number(related) - Number(before.related), before }
}

/** Locks the rows of members until the transaction ends, always in the same order, so that two never wait for each other. */
export async function lockMembers(manager: EntityManager, uids: readonly string[]): Promise<void> {
  for (const uid of uids.toSorted()) await sql(manager, 'UPDATE "member" SET "followerCount" = "followerCount" WHERE "uid" = :uid', { uid })
}

/** Adds to a counter of a member. */
export const adjustMemberCount = (manager: EntityManager, uid: string, counter: 'followerCount' | 'followingCount' | 'collectedPostCount' | 'collectedBeadCount' | 'hiddenCount', more: number): Promise<unknown> =>
  more === 0 ? Promise.resolve() : sql(manager, `UPDATE "member" SET "${counter}" = COALESCE("${counter}", 0) + :more WHERE "uid" = :uid`, { uid, more })
