/** Suggestions of what to follow (A2.7), and their dismissal. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { limits, type Bead, type MemberRef } from '#contract/index.ts'
import type { Suggestion } from '#contract/schemas/feed.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { toMemberRef, type RawMember } from '../accounts/service.ts'
import type { Beads } from '../beads/service.ts'
import { relationTypes } from '../relations/service.ts'
import { candidates, followTypes, type Candidate } from './candidates.ts'
import { suggestionTypes, type SuggestionType } from './entities.ts'
import type { Fewer, FewerFilter } from './fewer.ts'
import { entityOf } from './subject.ts'

export { createFewer, type Fewer, type FewerFilter as Less } from './fewer.ts'

export interface Suggestions {
  /** Excludes what the viewer follows, dismissed, created or blocks, and the viewer. Types are interleaved. */
  for(viewer: Viewer, limit: number, types?: readonly SuggestionType[]): Promise<Suggestion[]>
  /** A suggestion inside the feed; its type rotates. Never one of the suggestions of `for`, which are shown beside the feed. */
  forFeed(viewer: Viewer): Promise<Suggestion | null>
  /** Permanent. Throws `not_found` if the member or playlist does not exist. */
  dismiss(type: SuggestionType, id: string, viewer: Viewer): Promise<void>
}

/** How long (ms) the feed suggests one type. */
const periodMs = 600_000
const shownTags = 3
const shownFollowers = 2

export interface SuggestionDeps {
  db: DataSource
  beads: Pick<Beads, 'list'>
  fewer: Pick<Fewer, 'of'>
  now?: () => number
}

/** Reads the entities that suggestions are shown with. */
function createReads({ db, beads }: Pick<SuggestionDeps, 'db' | 'beads'>) {
  /** Removes candidates that are followed, dismissed or blocked, and the viewer. */
  async function remaining(type: SuggestionType, found: readonly Candidate[], viewer: Viewer): Promise<Candidate[]> {
    if (found.length === 0) return []
    const rows = await sql<{ id: string }>(
      db,
      `SELECT "entity" AS "id" FROM "relation" WHERE "uid" = :uid AND "type" = :relation AND "entity" IN (:...ids)
       UNION SELECT "entity" FROM "dismissal" WHERE "uid" = :uid AND "type" = :type AND "entity" IN (:...ids)
       UNION SELECT "otherUid" FROM "block_or_mute" WHERE "uid" = :uid AND "otherUid" IN (:...ids)
       UNION SELECT "uid" FROM "block_or_mute" WHERE "otherUid" = :uid AND "kind" = 'block' AND "uid" IN (:...ids)`,
      { uid: viewer.uid, type, relation: followTypes[type], ids: found.map(({ id }) => id) },
    )
    const excluded = new Set([...rows.map(({ id }) => id), viewer.uid])
    return found.filter(({ id }) => !excluded.has(id))
  }

  const refs = async (uids: readonly string[]): Promise<Map<string, MemberRef>> => {
    const rows =
      uids.length === 0
        ? []
        : await sql<RawMember>(
            db,
            'SELECT "uid", "name", "verified", "image" FROM "member" WHERE "uid" IN (:...uids) AND "removedDate" IS NULL',
            { uids },
          )
    return new Map(rows.map((row) => [row.uid, toMemberRef(row)]))
  }

  async function namesOf(keys: readonly string[]): Promise<Map<string, string>> {
    const rows =
      keys.length === 0
        ? []
        : await sql<{ key: string; name: string }>(db, 'SELECT "key", "name" FROM "tag" WHERE "key" IN (:...keys)', { keys })
    return new Map(rows.map(({ key, name }) => [key, name]))
  }

  /** Tags that both the viewer and the member follow, by uid. */
  async function sharedTags(uids: readonly string[], viewer: Viewer): Promise<Map<string, string[]>> {
    const shared = new Map<string, string[]>()
    if (uids.length === 0) return shared
    const rows = await sql<{ uid: string; entity: string }>(
      db,
      `SELECT o."uid", o."entity" FROM "relation" o JOIN "relation" r ON r."uid" = :uid AND r."type" = o."type" AND r."entity" = o."entity"
       WHERE o."uid" IN (:...uids) AND o."type" = :type ORDER BY o."entity"`,
      { uid: viewer.uid, uids, type: relationTypes.followTag },
    )
    for (const { uid, entity } of rows) shared.set(uid, [...(shared.get(uid) ?? []), entity])
    return shared
  }

  const visibleBeads = async (ids: readonly string[], viewer: Viewer): Promise<Map<string, Bead>> => {
    if (ids.length === 0) return new Map()
    const { results } = await beads.list({ ids: ids.join(','), sort: 'recent', from: 0, limit: ids.length }, viewer)
    return new Map(results.filter(({ isDraft, creator }) => !isDraft && creator.uid !== viewer.uid).map((bead) => [bead.id, bead]))
  }

  return { remaining, refs, namesOf, sharedTags, visibleBeads }
}

export function createSuggestions({ db, beads, fewer, now = Date.now }: SuggestionDeps): Suggestions {
  const { remaining, refs, namesOf, sharedTags, visibleBeads } = createReads({ db, beads })

  async function ofType(type: SuggestionType, limit: number, viewer: Viewer, fewerFilter: FewerFilter): Promise<Suggestion[]> {
    const found = await remaining(type, await candidates(db, viewer.uid, type, fewerFilter), viewer)
    const visible =
      type === 'bead'
        ? await visibleBeads(
            found.slice(0, 2 * limit + 8).map(({ id }) => id),
            viewer,
          )
        : null
    const members = type === 'member' ? await refs(found.slice(0, 2 * limit + 8).map(({ id }) => id)) : null
    const chosen = found.filter(({ id }) => (visible ? visible.has(id) : members ? members.has(id) : true)).slice(0, limit)
    const shared =
      type === 'member'
        ? await sharedTags(
            chosen.map(({ id }) => id),
            viewer,
          )
        : new Map<string, string[]>()
    const tagsOf = ({ id, tags }: Candidate): string[] => [...tags, ...(shared.get(id) ?? [])].slice(0, shownTags)
    const [people, names] = await Promise.all([
      refs([...new Set(chosen.flatMap(({ followers }) => [...followers].slice(0, shownFollowers)))]),
      namesOf([...new Set(chosen.flatMap((candidate) => [...tagsOf(candidate), ...(type === 'tag' ? [candidate.id] : [])]))]),
    ])
    return chosen.map((candidate) => {
      const { id, followers } = candidate
      return {
        type,
        id,
        reasonTags: tagsOf(candidate).map((key) => names.get(key) ?? key),
        followers: [...followers].slice(0, shownFollowers).flatMap((uid) => people.get(uid) ?? []),
        ...(visible ? { bead: visible.get(id)! } : {}),
        ...(members ? { member: members.get(id)! } : {}),
        ...(type === 'tag' ? { tag: names.get(id) ?? id } : {}),
      }
    })
  }

  /** Interleaves the types, the best of each first. */
  async function interleaved(viewer: Viewer, limit: number, types: readonly SuggestionType[]): Promise<Suggestion[]> {
    const fewerFilter = await fewer.of(viewer.uid)
    const lists = await Promise.all(types.map((type) => ofType(type, limit, viewer, fewerFilter)))
    return Array.from({ length: limit }, (_, n) => lists.flatMap((list) => list[n] ?? [])).flat()
  }

  return {
    for: async (viewer, limit, types = suggestionTypes) => (await interleaved(viewer, limit, types)).slice(0, limit),

    async forFeed(viewer) {
      const { suggestionsShown } = limits.feed
      const rest = (await interleaved(viewer, suggestionsShown + 1, suggestionTypes)).slice(suggestionsShown)
      const period = Math.floor(now() / periodMs)
      const order = suggestionTypes.map((_, n) => suggestionTypes[(period + n) % suggestionTypes.length]!)
      return order.flatMap((type) => rest.find((forFeed) => forFeed.type === type) ?? [])[0] ?? null
    },

    async dismiss(type, id, viewer) {
      const entity = await entityOf(db, viewer.uid, type, id)
      await transaction(db, (manager) =>
        sql(
          manager,
          'INSERT INTO "dismissal" ("uid", "type", "entity", "creationDate") VALUES (:uid, :type, :entity, :creationDate) ON CONFLICT DO NOTHING',
          { uid: viewer.uid, type, entity, creationDate: new Date(now()).toISOString() },
        ),
      )
    },
  }
}
