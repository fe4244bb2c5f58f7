/** Groups of playlists for discover (V1): one per category or, within a category, one per frequent tag. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { categories, categoryNames, limits, tagKey, type Category } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { createMemo } from '#http/memo.ts'
import { exceptBlocked } from '../blocks/service.ts'
import { beadsOf } from './lists.ts'
import type { BeadRecord } from './records.ts'
import type { Totals } from './totals.ts'

export interface RecordGroup {
  id: string
  name: string
  href: string
  count: number
  beads: BeadRecord[]
}

export interface Groups {
  /** Groups of all categories, or of one category's tags. No group is empty. */
  of(category: Category | undefined, limit: number, viewer: Viewer | null): Promise<RecordGroup[]>
  /** Invalidates the cache after a commit of this process. */
  changed(): void
}

/** The playlists of a group, hottest first. Cached, and shared by all viewers who block or mute no one. */
interface Ranking {
  /** A category or a tag key. */
  id: string
  count: number
  /** Ids. */
  beads: string[]
}

/** Number of hottest playlists of a category whose tags become groups, and maximum of a tag's count. */
const looked = 120
const counted = 1000
/**
 * Lifetime of cached rankings (ms). Changes of hotness, which every follow and post causes, become visible after this
 * time.
 */
const keepMs = 60_000

const { cards } = limits.groups

/** SQL: the visible playlists of a category, hottest first. `blocked` excludes creators; see `exceptBlocked`. */
const hottest = (category: string, blocked: string | null): string =>
  `SELECT v."id", v."category", v."heat" FROM "bead" v WHERE v."category" = ${category} AND ${shown(blocked)} ORDER BY v."heat" DESC, v."id" DESC`

const shown = (blocked: string | null): string => ['v."isDraft" = FALSE', 'v."isFeed" = FALSE', blocked].filter(Boolean).join(' AND ')

const hottestFirst = (a: { heat: number; id: string }, b: { heat: number; id: string }): number => b.heat - a.heat || (a.id < b.id ? 1 : -1)

export function createGroups(db: DataSource, totals: Pick<Totals, 'beads'>): Groups {
  const memo = createMemo<Ranking[]>({ size: 2 * categories.length, ttlMs: () => keepMs })
  /** Part of the cache key; incremented to invalidate all entries. */
  let version = 0

  /** One statement for all categories; its part for each reads only a few rows of an index. */
  async function ofCategories(viewer: Viewer | null): Promise<Ranking[]> {
    const blocked = exceptBlocked(viewer, 'v."creatorUid"')
    const walks = categories.map((_, n) => `SELECT * FROM (${hottest(`:c${n}`, blocked)} LIMIT :cards) t${n}`)
    const parameters = Object.fromEntries(categories.map((category, n) => [`c${n}`, category]))
    const rows = await sql<{ id: string; category: Category; heat: number }>(db, walks.join(' UNION ALL '), {
      ...parameters,
      cards,
      viewer: viewer?.uid,
    })
    return Promise.all(
      categories.map(async (category) => ({
        id: category,
        count: await totals.beads({ category, excludeFeeds: true }),
        beads: rows
          .filter((row) => row.category === category)
          .sort(hottestFirst)
          .map(({ id }) => id),
      })),
    )
  }

  /** Numbers of visible playlists of the category per tag, among the newest `counted` ones with the tag. */
  async function countsOf(keys: readonly string[], category: Category, viewer: Viewer | null): Promise<Map<string, number>> {
    if (keys.length === 0) return new Map()
    const newest = keys.map(
      (_, n) =>
        `SELECT * FROM (SELECT "tagKey", "beadId" FROM "bead_tag" WHERE "tagKey" = :k${n} ORDER BY "beadId" DESC LIMIT :counted) t${n}`,
    )
    const rows = await sql<{ tagKey: string; beads: number | string }>(
      db,
      `SELECT t."tagKey", COUNT(*) AS "beads" FROM (${newest.join(' UNION ALL ')}) t JOIN "bead" v ON v."id" = t."beadId"
       WHERE v."category" = :category AND ${shown(exceptBlocked(viewer, 'v."creatorUid"'))} GROUP BY t."tagKey"`,
      { ...Object.fromEntries(keys.map((key, n) => [`k${n}`, key])), category, counted, viewer: viewer?.uid },
    )
    return new Map(rows.map((row) => [row.tagKey, Number(row.beads)]))
  }

  /**
   * Groups by tag, most playlists first. Skips tags of a single playlist, and tags whose playlists are all in earlier
   * groups.
   */
  async function ofTags(category: Category, viewer: Viewer | null): Promise<Ranking[]> {
    const rows = await sql<{ id: string; heat: number; tagKey: string }>(
      db,
      `SELECT h."id", h."heat", t."tagKey" FROM (${hottest(':category', exceptBlocked(viewer, 'v."creatorUid"'))} LIMIT :looked) h
       JOIN "bead_tag" t ON t."beadId" = h."id"`,
      { category, looked, viewer: viewer?.uid },
    )
    const bearers = new Map<string, typeof rows>()
    for (const row of rows.sort(hottestFirst)) bearers.set(row.tagKey, [...(bearers.get(row.tagKey) ?? []), row])
    const ranked = [...bearers]
      .filter(([, { length }]) => length > 1)
      .sort(([, a], [, b]) => b.length - a.length || hottestFirst(a[0]!, b[0]!))
    const seen = new Set<string>()
    const groups: { id: string; beads: string[] }[] = []
    for (const [id, bearing] of ranked) {
      if (groups.length === limits.groups.tags) break
      const beads = bearing.slice(0, cards).map((row) => row.id)
      if (beads.every((bead) => seen.has(bead))) continue
      for (const bead of beads) seen.add(bead)
      groups.push({ id, beads })
    }
    const counts = await countsOf(
      groups.map(({ id }) => id),
      category,
      viewer,
    )
    return groups.map((group) => ({ ...group, count: counts.get(group.id) ?? 0 }))
  }

  return {
    async of(category, limit, viewer) {
      const rank = () => (category === undefined ? ofCategories(viewer) : ofTags(category, viewer))
      const rankings = viewer?.hides ? await rank() : await memo.get(`${version} ${category ?? 'all'}`, rank)
      // Cached playlists may have been deleted or hidden, so they are read again for the viewer.
      const records = await beadsOf(db, [...new Set(rankings.flatMap(({ beads }) => beads))], viewer)
      const known = new Map(records.filter(({ isDraft }) => !isDraft).map((record) => [record.id, record]))
      const groups = rankings.flatMap(({ id, count, beads: ids }): RecordGroup[] => {
        const beads = ids.flatMap((bead) => known.get(bead) ?? [])
        const [first] = beads
        if (first === undefined) return []
        if (category === undefined) return [{ id, name: categoryNames[id as Category], href: `/${id}`, count, beads }]
        const name = first.tags.find((tag) => tagKey(tag) === id) ?? id
        return [{ id, name, href: `/tag/${encodeURIComponent(name)}`, count: Math.max(count, beads.length), beads }]
      })
      return groups.slice(0, limit)
    },

    changed: () => void (version += 1),
  }
}
