import { EntitySchema } from 'typeorm'
import type { LinkProvider } from '#contract/index.ts'
import { count, id, instant, real, text } from '#db/columns.ts'

/** Stands for all providers in `bead_health`. */
export const allProviders = 'all'

/** How many of a playlist's posts are dead, by provider and in total. Only providers with posts have a row. */
export interface BeadHealthRow {
  beadId: string
  provider: LinkProvider | typeof allProviders
  /** Posts that count: see `playabilityOf`. */
  total: number
  dead: number
  /** dead / total: the order of the list. */
  deadShare: number
  /** Date of the latest check with a result of one of its links; only in the row of all providers. */
  checkedDate: string | null
}

export const BeadHealthEntity = new EntitySchema<BeadHealthRow>({
  name: 'bead_health',
  columns: {
    beadId: id({ primary: true }),
    provider: text(11, { primary: true }),
    total: count(),
    dead: count(),
    deadShare: real(),
    checkedDate: instant({ nullable: true }),
  },
  indices: [{ name: 'bead_health_worst', columns: ['provider', 'deadShare', 'dead', 'beadId'] }],
  foreignKeys: [{ name: 'bead_health_bead', columnNames: ['beadId'], target: 'bead', referencedColumnNames: ['id'], onDelete: 'CASCADE' }],
})

/**
 * The sums of all playlists by provider. Each is split into shards by the last character of the playlist's id, so that concurrent
 * writes into different playlists rarely wait for the same row.
 */
export interface ProviderHealthRow {
  provider: LinkProvider
  shard: string
  total: number
  dead: number
}

export const ProviderHealthEntity = new EntitySchema<ProviderHealthRow>({
  name: 'provider_health',
  columns: { provider: text(11, { primary: true }), shard: text(1, { primary: true }), total: count(), dead: count() },
})
