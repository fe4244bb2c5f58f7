/** Where replacements are looked for: among what others posted here, and at the services that can be searched. */
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { cut, tidy, type Media, type Post } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import type { MediaService } from '../media/service.ts'
import type { MediaSearch } from '../mediasearch/service.ts'
import type { Posts } from '../posts/service.ts'
import { linkId } from './holders.ts'
import { scoreOf, type Proposal, type Wanted } from './score.ts'

export interface SuggestDeps {
  db: DataSource
  log: Pick<Logger, 'warn'>
  posts: Posts
  media: Pick<MediaService, 'link' | 'keyOf'>
  mediaSearch: MediaSearch
}

/** Finds of each that are compared, and those that are shown. */
const looked = 20
const shown = 8

const isHeard = ({ type }: Pick<Media, 'type'>): boolean => type === 'video' || type === 'audio'

const wantedOf = ({ title, media }: Post): Wanted => ({
  titles: [...new Set([media?.what, media?.title, title].flatMap((one) => one ?? []))],
  artist: media?.who?.join(' ') ?? media?.artist ?? '',
  duration: media?.duration,
})

export function createSuggest({ db, log, posts, media: parse, mediaSearch }: SuggestDeps) {
  async function fromPosts(wanted: Wanted, type: Media['type']): Promise<Proposal[]> {
    const lists = await Promise.all(
      wanted.titles.map((q) =>
        posts.list({ q: cut(q, 200), filter: isHeard({ type }) ? 'deadlinks' : undefined, from: 0, limit: looked }, null),
      ),
    )
    return lists
      .flatMap(({ results }) => results)
      .flatMap(({ title, media }): Proposal[] => {
        if (media === null || (isHeard({ type }) ? !isHeard(media) : media.type !== type)) return []
        const { href, source, artist: author, duration, image = null } = media
        const result = { title: media.title || title, ...(author !== undefined && { author }), ...(duration !== undefined && { duration }) }
        // Its poster may have called it what it was called here.
        const scores = [result, { ...result, title }].flatMap((one) => scoreOf(wanted, one) ?? [])
        return scores.length === 0 ? [] : [{ ...result, href, source, type: media.type, image, score: Math.max(...scores) }]
      })
  }

  async function fromServices({ titles, artist, duration }: Wanted): Promise<{ found: Proposal[]; outages: string[] }> {
    const names = new Map(mediaSearch.sources().sources.map(({ name, title }) => [name as string, title]))
    const [title = ''] = titles
    const q = cut(tidy(title.toLowerCase().includes(artist.toLowerCase()) ? title : `${artist} ${title}`), 200)
    const { results, outages } = await mediaSearch.search({ q, source: undefined, type: undefined, from: 0, limit: looked })
    const found = results.flatMap(({ href, title: found, author, source, type, duration: lasts, image }): Proposal[] => {
      const result = { title: found, ...(author !== undefined && { author }), ...(lasts !== undefined && { duration: lasts }) }
      const score = scoreOf({ titles, artist, duration }, result)
      return score === null ? [] : [{ ...result, href, source: names.get(source) ?? source, type, image, score }]
    })
    return { found, outages: outages.map((name) => names.get(name) ?? name) }
  }

  /** Those that could be accepted: not dead themselves, and not in the playlist already. */
  async function usable(found: readonly Proposal[], { bead, media }: Post): Promise<Proposal[]> {
    const keyed = found.flatMap((proposal) => {
      const key = parse.keyOf(proposal.href)
      return key === null ? [] : [{ proposal, key, link: linkId(parse.link(proposal.href)?.href ?? '') }]
    })
    if (keyed.length === 0) return []
    const keys = [...new Set(keyed.map(({ key }) => key))]
    const held = await sql<{ key: string }>(
      db,
      'SELECT "mediaKey" AS "key" FROM "post" WHERE "beadId" = :bead AND "mediaKey" IN (:...keys)',
      { bead: bead.id, keys },
    )
    const dead = await sql<{ id: string }>(
      db,
      `SELECT "id" FROM "link_check" WHERE "id" IN (:...links) AND "state" IN ('dead', 'suspected')`,
      { links: keyed.map(({ link }) => link) },
    )
    const taken = new Set([...held.map(({ key }) => key), parse.keyOf(media?.href ?? '')])
    const best = new Map<string, Proposal>()
    for (const { proposal, key, link } of keyed)
      if (!taken.has(key) && !dead.some(({ id }) => id === link) && (best.get(key)?.score ?? -1) < proposal.score) best.set(key, proposal)
    return [...best.values()].toSorted((a, b) => b.score - a.score).slice(0, shown)
  }

  /** The best first. Never longer than the services' own patience. */
  return async (post: Post): Promise<{ proposals: Proposal[]; outages: string[] }> => {
    const wanted = wantedOf(post)
    const type = post.media?.type ?? 'webpage'
    const [here, elsewhere] = await Promise.all([
      fromPosts(wanted, type),
      isHeard({ type })
        ? fromServices(wanted).catch((error: unknown) => {
            log.warn({ error }, 'replacements could not be looked for elsewhere')
            return { found: [], outages: [] }
          })
        : { found: [], outages: [] },
    ])
    return { proposals: await usable([...here, ...elsewhere.found], post), outages: elsewhere.outages }
  }
}
