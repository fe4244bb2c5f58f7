/** Reads the numbers of dead posts for admins (BZ6). */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { Answer, CallOutput, LinkProvider } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import type { Beads } from '../beads/service.ts'
import type { Posts } from '../posts/service.ts'
import { allProviders } from './entities.ts'

export interface PlaylistHealth {
  overview(): Promise<Answer<'GET /api/v0/admin/health'>>
  /** Throws `not_found`. */
  ofBead(beadId: string, viewer: Viewer): Promise<Answer<'GET /api/v0/admin/health/beads/:id'>>
  /** The dead posts of a playlist, latest first. `next`: the value of `after` for the next page. Throws `not_found`. */
  deadPosts(
    beadId: string,
    query: CallOutput<'GET /api/v0/admin/health/beads/:id/posts'>['query'],
    viewer: Viewer,
  ): Promise<Answer<'GET /api/v0/admin/health/beads/:id/posts'>>
  /** For those who may repair all posts of the playlist. Throws `not_found`, and `forbidden` for others. */
  shareOf(beadId: string, viewer: Viewer): Promise<Answer<'GET /api/v0/beads/:id/health'>>
  /** Worst first. `next`: the value of `after` for the next page. */
  worst(query: CallOutput<'GET /api/v0/admin/health/beads'>['query'], viewer: Viewer): Promise<Answer<'GET /api/v0/admin/health/beads'>>
}

export interface PlaylistHealthDeps {
  db: DataSource
  beads: Pick<Beads, 'get' | 'open' | 'list'>
  posts: Pick<Posts, 'byIds'>
}

interface Numbers {
  total: number
  dead: number
}

const none: Numbers = { total: 0, dead: 0 }

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

export function createPlaylistHealth({ db, beads, posts }: PlaylistHealthDeps): PlaylistHealth {
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

    async ofBead(beadId, viewer) {
      const bead = await beads.get(beadId, viewer)
      const rows = await sql<Numbers & { provider: LinkProvider | typeof allProviders; checkedDate: string | null }>(
        db,
        'SELECT "provider", "total", "dead", "checkedDate" FROM "bead_health" WHERE "beadId" = :beadId',
        { beadId },
      )
      const { total, dead, checkedDate } = rows.find(({ provider }) => provider === allProviders) ?? { ...none, checkedDate: null }
      const providers = rows.flatMap(({ provider, total, dead }) => (provider === allProviders ? [] : [{ provider, total, dead }]))
      return { bead, total, dead, checkedDate, providers: providers.toSorted((a, b) => b.dead - a.dead || b.total - a.total) }
    },

    async deadPosts(beadId, { limit, after }, viewer) {
      await beads.open(beadId, viewer)
      const rows = await sql<{ id: string }>(
        db,
        `SELECT "id" FROM "post" WHERE "beadId" = :beadId AND "isDead" = TRUE ${after === undefined ? '' : 'AND "id" < :after'}
         ORDER BY "id" DESC LIMIT :limit`,
        { beadId, after, limit: limit + 1 },
      )
      const ids = rows.slice(0, limit).map(({ id }) => id)
      const found = await posts.byIds(ids, viewer)
      return { results: ids.flatMap((id) => found.get(id) ?? []), next: rows.length > limit ? ids.at(-1)! : null }
    },

    async shareOf(beadId, viewer) {
      const { bead, invited } = await beads.open(beadId, viewer)
      if (!viewer.isAdmin && bead.creatorUid !== viewer.uid && !invited) throw new StrandError('forbidden')
      const [row] = await sql<Numbers>(
        db,
        `SELECT "total", "dead" FROM "bead_health" WHERE "beadId" = :beadId AND "provider" = '${allProviders}'`,
        { beadId },
      )
      return row ?? none
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
