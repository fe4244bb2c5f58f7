/** Reads the numbers of dead posts for admins (BZ6). */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { Answer, CallOutput, LinkProvider } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import type { Beads } from '../beads/service.ts'
import { allProviders } from './entities.ts'

export interface PlaylistHealth {
  overview(): Promise<Answer<'GET /api/v0/admin/health'>>
  /** Worst first. `next`: the value of `after` for the next page. */
  worst(query: CallOutput<'GET /api/v0/admin/health/beads'>['query'], viewer: Viewer): Promise<Answer<'GET /api/v0/admin/health/beads'>>
}

export interface PlaylistHealthDeps {
  db: DataSource
  beads: Pick<Beads, 'list'>
}

interface Numbers {
  total: number
  dead: number
}

interface Place {
  beadId: string
  dead: number
  deadShare: number
}

const separator = '~'
const cursorOf = ({ deadShare, dead, beadId }: Place): string => [deadShare, dead, beadId].join(separator)
function placeOf(cursor: string): Place {
  const [deadShare, dead, beadId] = cursor.split(separator)
  return { deadShare: Number(deadShare), dead: Number(dead), beadId: beadId! }
}

export function createPlaylistHealth({ db, beads }: PlaylistHealthDeps): PlaylistHealth {
  return {
    async overview() {
      // A few hundred rows: a shard per provider and last character of an id.
      const rows = await sql<{ provider: LinkProvider; total: number | string; dead: number | string }>(
        db,
        'SELECT "provider", SUM("total") AS "total", SUM("dead") AS "dead" FROM "provider_health" GROUP BY "provider"',
      )
      const providers = rows
        .map(({ provider, total, dead }) => ({ provider, total: Number(total), dead: Number(dead) }))
        .filter(({ total }) => total > 0)
        .toSorted((a, b) => b.total - a.total)
      const sum = (key: keyof Numbers): number => providers.reduce((before, numbers) => before + numbers[key], 0)
      return { total: sum('total'), dead: sum('dead'), providers }
    },

    async worst({ provider = allProviders, limit, after }, viewer) {
      const rows = await sql<Place & Numbers & { checkedDate: string | null }>(
        db,
        `SELECT h."beadId", h."total", h."dead", h."deadShare", a."checkedDate" FROM "bead_health" h
         JOIN "bead_health" a ON a."beadId" = h."beadId" AND a."provider" = '${allProviders}'
         WHERE h."provider" = :provider ${after === undefined ? '' : 'AND (h."deadShare", h."dead", h."beadId") < (:deadShare, :dead, :beadId)'}
         ORDER BY h."deadShare" DESC, h."dead" DESC, h."beadId" DESC LIMIT :limit`,
        { provider, limit: limit + 1, ...(after !== undefined && placeOf(after)) },
      )
      const shown = rows.slice(0, limit)
      const ids = shown.map(({ beadId }) => beadId)
      const found =
        ids.length === 0 ? [] : (await beads.list({ ids: ids.join(','), sort: 'recent', from: 0, limit: ids.length }, viewer)).results
      const byId = new Map(found.map((bead) => [bead.id, bead]))
      return {
        results: shown.flatMap(({ beadId, total, dead, checkedDate }) => {
          const bead = byId.get(beadId)
          return bead === undefined ? [] : [{ bead, total, dead, checkedDate }]
        }),
        next: rows.length > limit ? cursorOf(shown.at(-1)!) : null,
      }
    },
  }
}
