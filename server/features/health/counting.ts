/**
 * Maintains the numbers of dead posts (BZ6) in the transactions that change posts. Rows of these tables are locked last, in the order of
 * playlist and provider, which prevents deadlocks.
 */
import type { EntityManager } from 'typeorm'
import type { Playability } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { allProviders } from './entities.ts'

export interface PlayabilityChange {
  beadId: string
  /** Null: the post did not exist, or did not count. */
  before: Playability | null
  /** Null: the post is deleted, or no longer counts. */
  after: Playability | null
}

interface Delta {
  total: number
  dead: number
}

export const shardOf = (beadId: string): string => beadId.slice(-1)

const isEqual = (a: Playability | null, b: Playability | null): boolean => a?.provider === b?.provider && a?.isDead === b?.isDead

async function addToBead(manager: EntityManager, beadId: string, provider: string, { total, dead }: Delta): Promise<void> {
  const parameters = { beadId, provider, total, dead, share: total === 0 ? 0 : dead / total }
  await sql(
    manager,
    `INSERT INTO "bead_health" ("beadId", "provider", "total", "dead", "deadShare") VALUES (:beadId, :provider, :total, :dead, :share)
     ON CONFLICT ("beadId", "provider") DO UPDATE SET
       "total" = "bead_health"."total" + excluded."total",
       "dead" = "bead_health"."dead" + excluded."dead",
       "deadShare" = COALESCE(
         ("bead_health"."dead" + excluded."dead") * 1.0 / NULLIF("bead_health"."total" + excluded."total", 0), 0)`,
    parameters,
  )
  if (total < 0)
    await sql(manager, 'DELETE FROM "bead_health" WHERE "beadId" = :beadId AND "provider" = :provider AND "total" <= 0', parameters)
}

const addToProvider = (manager: EntityManager, beadId: string, provider: string, { total, dead }: Delta): Promise<unknown> =>
  sql(
    manager,
    `INSERT INTO "provider_health" ("provider", "shard", "total", "dead") VALUES (:provider, :shard, :total, :dead)
     ON CONFLICT ("provider", "shard") DO UPDATE SET
       "total" = "provider_health"."total" + excluded."total", "dead" = "provider_health"."dead" + excluded."dead"`,
    { provider, shard: shardOf(beadId), total, dead },
  )

/** The changes of the numbers by provider, and of all providers together. */
function deltasOf(before: Playability | null, after: Playability | null): [string, Delta][] {
  const deltas = new Map<string, Delta>()
  const add = (playability: Playability | null, sign: 1 | -1): void => {
    if (playability === null) return
    for (const provider of [allProviders, playability.provider]) {
      const { total, dead } = deltas.get(provider) ?? { total: 0, dead: 0 }
      deltas.set(provider, { total: total + sign, dead: dead + (playability.isDead ? sign : 0) })
    }
  }
  add(before, -1)
  add(after, 1)
  return [...deltas].filter(([, { total, dead }]) => total !== 0 || dead !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Counts changes of posts, which the caller has locked. */
export async function countPlayability(manager: EntityManager, changes: readonly PlayabilityChange[]): Promise<void> {
  const effective = changes.filter(({ before, after }) => !isEqual(before, after))
  for (const { beadId, before, after } of effective.toSorted((a, b) => (a.beadId < b.beadId ? -1 : 1)))
    for (const [provider, delta] of deltasOf(before, after)) {
      await addToBead(manager, beadId, provider, delta)
      if (provider !== allProviders) await addToProvider(manager, beadId, provider, delta)
    }
}

/** Deletes the numbers of a playlist that is being deleted. Its posts are deleted already, so that no transaction changes the numbers. */
export async function removeBeadHealth(manager: EntityManager, beadId: string): Promise<void> {
  const rows = await sql<Delta & { provider: string }>(
    manager,
    'SELECT "provider", "total", "dead" FROM "bead_health" WHERE "beadId" = :beadId ORDER BY "provider"',
    { beadId },
  )
  await sql(manager, 'DELETE FROM "bead_health" WHERE "beadId" = :beadId', { beadId })
  for (const { provider, total, dead } of rows)
    if (provider !== allProviders) await addToProvider(manager, beadId, provider, { total: -total, dead: -dead })
}

/** Records that links of these playlists were checked. */
export async function recordChecked(manager: EntityManager, beadIds: readonly string[], checkedDate: string): Promise<void> {
  for (const beadId of beadIds.toSorted())
    await sql(
      manager,
      `UPDATE "bead_health" SET "checkedDate" = :checkedDate WHERE "beadId" = :beadId AND "provider" = '${allProviders}'`,
      { beadId, checkedDate },
    )
}
