/** Suggestions of what to follow (A2.7), and their dismissal. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { limits, type Bead } from '#contract/index.ts'
import type { Suggestion } from '#contract/schemas/feed.ts'
import { bool, hiddenText, inHiddenArray, inHiddenList, sql, type RawBoolean } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { readMemberRefs } from '../accounts/service.ts'
import type { Beads } from '../beads/service.ts'
import { exceptBlocked } from '../blocks/service.ts'
import { relationTypes } from '../relations/service.ts'
import { tagNames } from '../social/service.ts'
import { createCandidates, followTypes, shownTags, type Candidate, type Candidates } from './candidates.ts'
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
/** How many candidates are checked for each suggestion that is needed. Members follow some of the best already. */
const checked = 4

export interface SuggestionDeps {
  db: DataSource
  beads: Pick<Beads, 'list'>
  fewer: Pick<Fewer, 'of'>
  now?: () => number
}

/** What suggestions read besides their candidates. */
function createReads({ db, beads }: Pick<SuggestionDeps, 'db' | 'beads'>) {
  /**
   * The candidates without the viewer, their own playlists, drafts, what they follow or have dismissed, members whom they block or mute or
   * who block them, and what does not exist any more.
   */
  async function eligible(found: Candidates, viewer: Viewer): Promise<Candidates> {
    const types = suggestionTypes.filter((type) => found[type]?.length)
    if (types.length === 0) return {}
    // PostgreSQL would compare each of the viewer's follows with each candidate.
    const among = (type: SuggestionType): string => inHiddenList(db, type)
    const uid = hiddenText(db, 'uid')
    const unsuitable = (type: SuggestionType): string[] => [
      `SELECT '${type}' AS "type", "entity" AS "id", FALSE AS "exists" FROM "relation" WHERE "uid" = ${uid} AND "type" = ${followTypes[type]} AND "entity" ${among(type)}`,
      `SELECT "type", "entity", FALSE FROM "dismissal" WHERE "uid" = ${uid} AND "type" = '${type}' AND "entity" ${among(type)}`,
    ]
    const byType: Record<SuggestionType, string[]> = {
      bead: [
        `SELECT 'bead', v."id", TRUE FROM "bead" v WHERE v."id" ${among('bead')} AND ${[
          'v."isDraft" = FALSE',
          `v."creatorUid" <> ${uid}`,
          exceptBlocked(viewer, 'v."creatorUid"'),
        ]
          .filter(Boolean)
          .join(' AND ')}`,
      ],
      member: [
        `SELECT 'member', "uid", TRUE FROM "member" WHERE "uid" ${among('member')} AND "removedDate" IS NULL AND "uid" <> ${uid}`,
        `SELECT 'member', "otherUid", FALSE FROM "block_or_mute" WHERE "uid" = ${uid} AND "otherUid" ${among('member')}`,
        `SELECT 'member', "uid", FALSE FROM "block_or_mute" WHERE "otherUid" = ${uid} AND "kind" = 'block' AND "uid" ${among('member')}`,
      ],
      tag: [],
    }
    const rows = await sql<{ type: SuggestionType; id: string; exists: RawBoolean }>(
      db,
      types.flatMap((type) => [...unsuitable(type), ...byType[type]]).join(' UNION ALL '),
      { uid: viewer.uid, viewer: viewer.uid, ...Object.fromEntries(types.map((type) => [type, found[type]!.map(({ id }) => id)])) },
    )
    const keysWhere = (exists: boolean) => new Set(rows.filter((row) => bool(row.exists) === exists).map(({ type, id }) => `${type} ${id}`))
    const [existing, excluded] = [keysWhere(true), keysWhere(false)]
    // Tags exist without a row, too.
    const isEligible = (type: SuggestionType, id: string): boolean =>
      !excluded.has(`${type} ${id}`) && (type === 'tag' || existing.has(`${type} ${id}`))
    return Object.fromEntries(types.map((type) => [type, found[type]!.filter(({ id }) => isEligible(type, id))]))
  }

  /** Names of the tags that both the viewer and the member follow, by uid. */
  async function sharedTags(uids: readonly string[], viewer: Viewer): Promise<Map<string, string[]>> {
    const shared = new Map<string, string[]>()
    if (uids.length === 0) return shared
    // IS TRUE keeps PostgreSQL from joining, for which it would begin with all members who follow a tag of the viewer.
    const rows = await sql<{ uid: string; name: string }>(
      db,
      `SELECT o."uid", COALESCE((SELECT t."name" FROM "tag" t WHERE t."key" = o."entity"), o."entity") AS "name" FROM "relation" o
       WHERE o."uid" ${inHiddenArray(db, 'uids')} AND o."type" = ${relationTypes.followTag} AND (EXISTS (
         SELECT 1 FROM "relation" r WHERE r."uid" = ${hiddenText(db, 'uid')} AND r."type" = o."type" AND r."entity" = o."entity")) IS TRUE
       ORDER BY o."entity"`,
      { uid: viewer.uid, uids },
    )
    for (const { uid, name } of rows) shared.set(uid, [...(shared.get(uid) ?? []), name])
    return shared
  }

  const beadsOf = async (ids: readonly string[], viewer: Viewer): Promise<Map<string, Bead>> => {
    if (ids.length === 0) return new Map()
    const { results } = await beads.list({ ids: ids.join(','), sort: 'recent', from: 0, limit: ids.length }, viewer)
    return new Map(results.map((bead) => [bead.id, bead]))
  }

  return { eligible, sharedTags, beadsOf }
}

interface Chosen {
  type: SuggestionType
  candidate: Candidate
}

function byType(chosen: readonly Chosen[]): Candidates {
  const found: Candidates = {}
  for (const { type, candidate } of chosen) found[type] = [...(found[type] ?? []), candidate]
  return found
}

export function createSuggestions({ db, beads, fewer, now = Date.now }: SuggestionDeps): Suggestions {
  const { eligible, sharedTags, beadsOf } = createReads({ db, beads })
  const candidates = createCandidates(db, now)
  /** What `forFeed` has chosen from candidates, with the suggestions of the sidebar first, as long as the candidates are cached. */
  const chosenForFeed = new WeakMap<Candidates, readonly Chosen[]>()

  /** The one whose type the feed suggests now. If there is none of this type, one of the next type. */
  function currentOf(chosen: readonly Chosen[]): Chosen | undefined {
    const period = Math.floor(now() / periodMs)
    const order = suggestionTypes.map((_, n) => suggestionTypes[(period + n) % suggestionTypes.length]!)
    return order.flatMap((type) => chosen.find((one) => one.type === type) ?? [])[0]
  }

  /** The best candidates that are eligible: of each type an equal share of `limit` or more, or all if one has fewer. */
  async function bestEligible(found: Candidates, viewer: Viewer, limit: number, types: readonly SuggestionType[]): Promise<Candidates> {
    const share = Math.ceil(limit / types.length)
    const best = Object.fromEntries(types.map((type) => [type, found[type]!.slice(0, share * checked)]))
    const left = await eligible(best, viewer)
    const isEnough = (type: SuggestionType): boolean => (left[type]?.length ?? 0) >= share
    const isAll = types.every((type) => best[type]!.length === found[type]!.length)
    return isAll || types.every(isEnough) ? left : eligible(found, viewer)
  }

  /** The best of each type that are eligible, interleaved: `limit` of all types or more, if there are so many. */
  async function choose(found: Candidates, viewer: Viewer, limit: number, types: readonly SuggestionType[]): Promise<Chosen[]> {
    const best = await bestEligible(found, viewer, limit, types)
    return Array.from({ length: limit }, (_, n) =>
      types.flatMap((type): Chosen[] => {
        const candidate = best[type]?.[n]
        return candidate ? [{ type, candidate }] : []
      }),
    ).flat()
  }

  /** The suggestions with their reasons. */
  async function explain(chosen: readonly Chosen[], viewer: Viewer): Promise<Suggestion[]> {
    const idsOf = (type: SuggestionType): string[] => chosen.filter((one) => one.type === type).map(({ candidate }) => candidate.id)
    const [visible, members, shared, nameOf] = await Promise.all([
      beadsOf(idsOf('bead'), viewer),
      readMemberRefs(db, [...idsOf('member'), ...chosen.flatMap(({ candidate }) => candidate.followers)]),
      sharedTags(idsOf('member'), viewer),
      tagNames(db, [...chosen.flatMap(({ candidate }) => candidate.tags), ...idsOf('tag')]),
    ])
    return chosen.flatMap((one): Suggestion[] => {
      const {
        type,
        candidate: { id, tags, followers },
      } = one
      const reasons = {
        type,
        id,
        reasonTags: [...tags.map(nameOf), ...(type === 'member' ? (shared.get(id) ?? []) : [])].slice(0, shownTags),
        followers: followers.flatMap((uid) => members.get(uid) ?? []),
      }
      if (type === 'tag') return [{ ...reasons, tag: nameOf(id) }]
      if (type === 'member') return [{ ...reasons, member: members.get(id)! }]
      const bead = visible.get(id)
      // It may have been deleted since.
      return bead ? [{ ...reasons, bead }] : []
    })
  }

  return {
    async for(viewer, limit, types = suggestionTypes) {
      const chosen = await choose(await candidates(viewer.uid, types, fewer.of(viewer.uid)), viewer, limit, types)
      return explain(chosen.slice(0, limit), viewer)
    },

    async forFeed(viewer, less) {
      const found = await candidates(viewer.uid, suggestionTypes, less)
      const { suggestionsShown } = limits.feed
      const known = chosenForFeed.get(found) ?? []
      const current = currentOf(known.slice(suggestionsShown))
      if (current) {
        // Those of the sidebar too: if one of them is left out, the next ones move up.
        const shown = [...known.slice(0, suggestionsShown), current]
        const [left, [suggestion]] = await Promise.all([eligible(byType(shown), viewer), explain([current], viewer)])
        if (suggestion && Object.values(left).flat().length === shown.length) return suggestion
      }
      // Enough for one more of each type.
      const chosen = await choose(found, viewer, suggestionsShown + suggestionTypes.length, suggestionTypes)
      chosenForFeed.set(found, chosen)
      const first = currentOf(chosen.slice(suggestionsShown))
      return first ? ((await explain([first], viewer))[0] ?? null) : null
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
