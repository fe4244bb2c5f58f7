/** Suggestions of what to follow (A2.7), and their dismissal. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { limits, type Bead, type MemberRef } from '#contract/index.ts'
import type { Suggestion } from '#contract/schemas/feed.ts'
import { hiddenText, inHiddenList, sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { toMemberRef, type RawMember } from '../accounts/service.ts'
import type { Beads } from '../beads/service.ts'
import { relationTypes } from '../relations/service.ts'
import { candidates, createPopular, followTypes, type Candidate, type Candidates } from './candidates.ts'
import { suggestionTypes, type SuggestionType } from './entities.ts'
import type { Fewer, FewerFilter } from './fewer.ts'
import { entityOf } from './subject.ts'

export { createFewer, type Fewer, type FewerFilter as Less } from './fewer.ts'

export interface Suggestions {
  /** Excludes what the viewer follows, dismissed, created or blocks, and the viewer. Types are interleaved. */
  for(viewer: Viewer, limit: number, types?: readonly SuggestionType[]): Promise<Suggestion[]>
  /** A suggestion inside the feed; its type rotates. Never one of the suggestions of `for`, which are shown beside the feed. */
  forFeed(viewer: Viewer, less: Promise<FewerFilter>): Promise<Suggestion | null>
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
  async function remaining(found: Candidates, viewer: Viewer): Promise<Candidates> {
    const types = suggestionTypes.filter((type) => found[type]?.length)
    if (types.length === 0) return {}
    // PostgreSQL would compare each of the viewer's follows with each candidate.
    const among = (type: SuggestionType): string => inHiddenList(db, type)
    const uid = hiddenText(db, 'uid')
    const parts = types.flatMap((type) => [
      `SELECT '${type}' AS "type", "entity" AS "id" FROM "relation" WHERE "uid" = ${uid} AND "type" = ${followTypes[type]} AND "entity" ${among(type)}`,
      `SELECT "type", "entity" FROM "dismissal" WHERE "uid" = ${uid} AND "type" = '${type}' AND "entity" ${among(type)}`,
    ])
    if (types.includes('member'))
      parts.push(
        `SELECT 'member', "otherUid" FROM "block_or_mute" WHERE "uid" = ${uid} AND "otherUid" ${among('member')}`,
        `SELECT 'member', "uid" FROM "block_or_mute" WHERE "otherUid" = ${uid} AND "kind" = 'block' AND "uid" ${among('member')}`,
      )
    const rows = await sql<{ type: SuggestionType; id: string }>(db, parts.join(' UNION '), {
      uid: viewer.uid,
      ...Object.fromEntries(types.map((type) => [type, found[type]!.map(({ id }) => id)])),
    })
    const excluded = new Set([...rows.map(({ type, id }) => `${type} ${id}`), `member ${viewer.uid}`])
    return Object.fromEntries(types.map((type) => [type, found[type]!.filter(({ id }) => !excluded.has(`${type} ${id}`))]))
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

interface Chosen {
  type: SuggestionType
  candidate: Candidate
}

export function createSuggestions({ db, beads, fewer, now = Date.now }: SuggestionDeps): Suggestions {
  const { remaining, refs, namesOf, sharedTags, visibleBeads } = createReads({ db, beads })
  const popular = createPopular(db, now)

  /** Candidates that exist and that the viewer may see, at most `limit` per type, with the playlists and members among them. */
  async function choose(viewer: Viewer, limit: number, types: readonly SuggestionType[], less: Promise<FewerFilter>) {
    const found = await remaining(await candidates({ db, popular }, viewer.uid, types, less), viewer)
    // Some of them are private or removed.
    const first = (type: SuggestionType): string[] => (found[type] ?? []).slice(0, 2 * limit + 8).map(({ id }) => id)
    const [visible, members] = await Promise.all([visibleBeads(first('bead'), viewer), refs(first('member'))])
    const existing = { bead: visible, member: members, tag: null }
    const lists = types.map((type) =>
      (found[type] ?? [])
        .filter(({ id }) => existing[type]?.has(id) ?? true)
        .slice(0, limit)
        .map((candidate): Chosen => ({ type, candidate })),
    )
    // Interleaves the types, the best of each first.
    const chosen = Array.from({ length: limit }, (_, n) => lists.flatMap((list) => list[n] ?? [])).flat()
    return { chosen, visible, members }
  }

  /** The suggestions with their reasons. */
  async function explain(
    chosen: readonly Chosen[],
    { visible, members }: { visible: Map<string, Bead>; members: Map<string, MemberRef> },
    viewer: Viewer,
  ): Promise<Suggestion[]> {
    const idsOf = (type: SuggestionType): string[] => chosen.filter((one) => one.type === type).map(({ candidate }) => candidate.id)
    const shared = await sharedTags(idsOf('member'), viewer)
    const tagsOf = ({ type, candidate: { id, tags } }: Chosen): string[] =>
      [...tags, ...(type === 'member' ? (shared.get(id) ?? []) : [])].slice(0, shownTags)
    const followersOf = ({ candidate }: Chosen): string[] => [...candidate.followers].slice(0, shownFollowers)
    const [people, names] = await Promise.all([
      refs([...new Set(chosen.flatMap(followersOf))]),
      namesOf([...new Set([...chosen.flatMap(tagsOf), ...idsOf('tag')])]),
    ])
    const nameOf = (key: string): string => names.get(key) ?? key
    return chosen.map((one): Suggestion => {
      const {
        type,
        candidate: { id },
      } = one
      return {
        type,
        id,
        reasonTags: tagsOf(one).map(nameOf),
        followers: followersOf(one).flatMap((uid) => people.get(uid) ?? []),
        ...(type === 'bead' && { bead: visible.get(id)! }),
        ...(type === 'member' && { member: members.get(id)! }),
        ...(type === 'tag' && { tag: nameOf(id) }),
      }
    })
  }

  return {
    async for(viewer, limit, types = suggestionTypes) {
      const { chosen, ...found } = await choose(viewer, limit, types, fewer.of(viewer.uid))
      return explain(chosen.slice(0, limit), found, viewer)
    },

    async forFeed(viewer, less) {
      const { suggestionsShown } = limits.feed
      const { chosen, ...found } = await choose(viewer, suggestionsShown + 1, suggestionTypes, less)
      const rest = chosen.slice(suggestionsShown)
      const period = Math.floor(now() / periodMs)
      const order = suggestionTypes.map((_, n) => suggestionTypes[(period + n) % suggestionTypes.length]!)
      const first = order.flatMap((type) => rest.find((one) => one.type === type) ?? []).slice(0, 1)
      return (await explain(first, found, viewer))[0] ?? null
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
