/** Relation rows. Callers lock the entity of the relation first, which serialises concurrent changes. */
import type { EntityManager } from 'typeorm'
import { lockRow } from '#db/locks.ts'
import { bool, sql, type RawBoolean } from '#db/sql.ts'
import { RelationEntity, type RelationType } from './entities.ts'

export { relationTypes, type RelationType } from './entities.ts'

export interface RelationState {
  related: boolean
  superfollow: boolean
  /** Creation date; null without a relation. */
  since: string | null
}

export interface RelationChange extends RelationState {
  /** Change of the number of relations: 1, 0 or -1. */
  delta: number
  before: RelationState
}

const noRelation: RelationState = { related: false, superfollow: false, since: null }

async function readRelation(manager: EntityManager, uid: string, type: RelationType, entity: string): Promise<RelationState> {
  const [row] = await sql<{ creationDate: string; superfollow: RawBoolean | null }>(
    manager,
    'SELECT "creationDate", "superfollow" FROM "relation" WHERE "uid" = :uid AND "type" = :type AND "entity" = :entity',
    { uid, type, entity },
  )
  return row ? { related: true, superfollow: bool(row.superfollow ?? false), since: row.creationDate } : noRelation
}

export const isRelated = async (manager: EntityManager, uid: string, type: RelationType, entity: string): Promise<boolean> =>
  (await readRelation(manager, uid, type, entity)).related

/** Sets the given properties of a relation and keeps the others. Idempotent. */
export async function setRelation(
  manager: EntityManager,
  { uid, type, entity }: { uid: string; type: RelationType; entity: string },
  target: { related?: boolean; superfollow?: boolean },
  now: number,
): Promise<RelationChange> {
  const before = await readRelation(manager, uid, type, entity)
  const related = target.related ?? before.related
  const superfollow = related && (target.superfollow ?? before.superfollow)
  const since = related ? (before.since ?? new Date(now).toISOString()) : null
  if (related && !before.related) await manager.insert(RelationEntity, { uid, type, entity, creationDate: since!, superfollow })
  else if (!related && before.related) await manager.delete(RelationEntity, { uid, type, entity })
  else if (superfollow !== before.superfollow) await manager.update(RelationEntity, { uid, type, entity }, { superfollow })
  return { related, superfollow, since, delta: Number(related) - Number(before.related), before }
}

/** Locks the rows of members until the transaction ends, in sorted order, which prevents deadlocks. */
export async function lockMembers(manager: EntityManager, uids: readonly string[]): Promise<void> {
  for (const uid of uids.toSorted()) await lockRow(manager, 'member', uid)
}

type MemberCounter = 'followerCount' | 'followingCount' | 'collectedPostCount' | 'collectedBeadCount' | 'hiddenCount'

/** Adds `delta` to a counter of a member. */
export const adjustMemberCount = (manager: EntityManager, uid: string, counter: MemberCounter, delta: number): Promise<unknown> =>
  delta === 0
    ? Promise.resolve()
    : sql(manager, `UPDATE "member" SET "${counter}" = COALESCE("${counter}", 0) + :delta WHERE "uid" = :uid`, { uid, delta })
