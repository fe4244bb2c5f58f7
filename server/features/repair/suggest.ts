/** Searches for replacements of a dead medium: among posts, and at media services. */
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { cut, tidy, type Media, type Post } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import type { MediaService } from '../media/service.ts'
import type { MediaSearch } from '../mediasearch/service.ts'
import type { Posts } from '../posts/service.ts'
import { linkId } from './post-links.ts'
import { scoreOf, type Proposal, type LostMedium } from './score.ts'

export interface SuggestDeps {
  db: DataSource
  log: Pick<Logger, 'warn'>
  posts: Posts
  media: Pick<MediaService, 'link' | 'keyOf'>
  mediaSearch: MediaSearch
}

/** Results per search that are compared, and suggestions that are shown. */
const searchLimit = 20
const maxProposals = 8

const hasPlayback = ({ type }: Pick<Media, 'type'>): boolean => type === 'video' || type === 'audio'

const lostMediumOf = ({ title, media }: Post): LostMedium => ({
  titles: [...new Set([media?.what, media?.title, title].flatMap((candidate) => candidate ?? []))],
  artist: media?.who?.join(' ') ?? media?.artist ?? '',
  duration: media?.duration,
})

export function createSuggest({ db, log, posts, media: parse, mediaSearch }: SuggestDeps) {
  async function fromPosts(lost: LostMedium, type: Media['type']): Promise<Proposal[]> {
    const lists = await Promise.all(
      lost.titles.map((q) =>
        posts.list({ q: cut(q, 200), filter: hasPlayback({ type }) ? 'deadlinks' : undefined, from: 0, limit: searchLimit }, null),
      ),
    )
    return lists
      .flatMap(({ results }) => results)
      .flatMap(({ title, media }): Proposal[] => {
        if (media === null || (hasPlayback({ type }) ? !hasPlayback(media) : media.type !== type)) return []
        const { href, source, artist: author, duration, image = null } = media
        const result = { title: media.title || title, ...(author !== undefined && { author }), ...(duration !== undefined && { duration }) }
        // The post's title can be more similar than the medium's.
        const scores = [result, { ...result, title }].flatMap((candidate) => scoreOf(lost, candidate) ?? [])
        return scores.length === 0 ? [] : [{ ...result, href, source, type: media.type, image, score: Math.max(...scores) }]
      })
  }

  async function fromServices({ titles, artist, duration }: LostMedium): Promise<{ found: Proposal[]; outages: string[] }> {
    const names = new Map(mediaSearch.sources().sources.map(({ name, title }) => [name as string, title]))
    const [title = ''] = titles
    const q = cut(tidy(title.toLowerCase().includes(artist.toLowerCase()) ? title : `${artist} ${title}`), 200)
    const { results, outages } = await mediaSearch.search({ q, source: undefined, type: undefined, from: 0, limit: searchLimit })
    const found = results.flatMap(({ href, title: found, author, source, type, duration: lasts, image }): Proposal[] => {
      const result = { title: found, ...(author !== undefined && { author }), ...(lasts !== undefined && { duration: lasts }) }
      const score = scoreOf({ titles, artist, duration }, result)
      return score === null ? [] : [{ ...result, href, source: names.get(source) ?? source, type, image, score }]
    })
    return { found, outages: outages.map((name) => names.get(name) ?? name) }
  }

  /** The acceptable ones: not dead, and not in the playlist yet. */
  async function filterUsable(found: readonly Proposal[], { bead, media }: Post): Promise<Proposal[]> {
    const candidates = found.flatMap((proposal) => {
      const key = parse.keyOf(proposal.href)
      return key === null ? [] : [{ proposal, key, link: linkId(parse.link(proposal.href)?.href ?? '') }]
    })
    if (candidates.length === 0) return []
    const keys = [...new Set(candidates.map(({ key }) => key))]
    const existing = await sql<{ key: string }>(
      db,
      'SELECT "mediaKey" AS "key" FROM "post" WHERE "beadId" = :bead AND "mediaKey" IN (:...keys)',
      { bead: bead.id, keys },
    )
    const dead = await sql<{ id: string }>(
      db,
      `SELECT "id" FROM "link_check" WHERE "id" IN (:...links) AND "state" IN ('dead', 'suspected')`,
      { links: candidates.map(({ link }) => link) },
    )
    const excluded = new Set([...existing.map(({ key }) => key), parse.keyOf(media?.href ?? '')])
    const best = new Map<string, Proposal>()
    for (const { proposal, key, link } of candidates)
      if (!excluded.has(key) && !dead.some(({ id }) => id === link) && (best.get(key)?.score ?? -1) < proposal.score)
        best.set(key, proposal)
    return [...best.values()].toSorted((a, b) => b.score - a.score).slice(0, maxProposals)
  }

  /** Best first. The timeouts of the services limit the duration. */
  return async (post: Post): Promise<{ proposals: Proposal[]; outages: string[] }> => {
    const lost = lostMediumOf(post)
    const type = post.media?.type ?? 'webpage'
    const [local, external] = await Promise.all([
      fromPosts(lost, type),
      hasPlayback({ type })
        ? fromServices(lost).catch((error: unknown) => {
            log.warn({ error }, 'the search for replacements at media services failed')
            return { found: [], outages: [] }
          })
        : { found: [], outages: [] },
    ])
    return { proposals: await filterUsable([...local, ...external.found], post), outages: external.outages }
  }
}
