/**
 * Remembers the answers that screens show, for a start without a network (BY15). The page does so, and not the service worker: only
 * the page knows the viewer, and its answers include those of the document and later changes.
 *
 * Each build and viewer has a cache of its own, and there is never more than one: another viewer cannot get its answers, and code
 * cannot get those of another build, whose shape may differ.
 */
import type { Me } from '#contract/schemas.ts'
import type { CachedAnswerName } from './cachedAnswers.ts'
import { answerCachePrefix } from '../worker/scope.ts'

/** The queries whose answers are remembered. No other answer is stored. */
export const rememberedQueries: ReadonlySet<string> = new Set<CachedAnswerName>([
  'me',
  'site',
  'member',
  'beads',
  'beadOfTheDay',
  'beadGroups',
  'bead',
  'popularTags',
  'posts',
  'post',
  'postInBead',
  'comments',
  'search',
  'feed',
  'activity',
  'trendingFeed',
  'followers',
  'following',
  'followedTags',
  'beadFollowers',
  'tagFollowers',
  'collectionFilters',
  'relatedTags',
  'tagCurators',
])

/** Every screen needs them: they are never removed to make room. */
const permanentQueries = new Set(['me', 'site'])

export const memoryLimits = { answers: 100, bytes: 5_000_000, answerBytes: 500_000, ageMs: 30 * 86_400_000 }

/** The uid of a member; null for a visitor. */
export type AnswerViewer = string | null

export interface LoadedAnswer {
  queryCacheKey: string
  /** Of a list: its first page. */
  answer: unknown
  /** Milliseconds since 1970. */
  at: number
}

export interface AnswerMemory {
  /** The answer to a query. `viewer` is undefined if unknown: then the answers of the last viewer count. */
  recall(queryCacheKey: string, viewer: AnswerViewer | undefined): Promise<Pick<LoadedAnswer, 'answer' | 'at'> | null>
  /** Replaces the stored answers to these queries. Stops, and deletes the viewer's answers, as soon as `isCurrent` is false. */
  store(viewer: AnswerViewer, loaded: readonly LoadedAnswer[], isCurrent: () => boolean): Promise<void>
  /** Deletes the answers that contain one of these ids, of deleted items. */
  forgetMentions(ids: readonly string[]): Promise<void>
}

interface MemoryContext {
  /** A function: reading `caches` throws where the browser forbids it. */
  caches(): CacheStorage
  /** Id of the build of this page. */
  build(): string
  now(): number
}

interface QueryKey {
  name: string
  args: { query?: Record<string, string> } | null
}

/** The inverse of `serializeQueryArgs` in `api.ts`. */
function parseKey(queryCacheKey: string): QueryKey {
  const [, name = '', args = ''] = /^(\w+)\((.*)\)$/s.exec(queryCacheKey) ?? []
  return { name, args: args === '' ? null : (JSON.parse(args) as QueryKey['args']) }
}

/**
 * The address under which an answer is stored; null if it is not remembered, as a list that starts later. Without the limit, which
 * differs after a reload: it restores the length of a list.
 */
export function addressOfAnswer(queryCacheKey: string): string | null {
  const { name, args } = parseKey(queryCacheKey)
  const { limit: _, from = '0', ...query } = args?.query ?? {}
  if (!rememberedQueries.has(name) || from !== '0') return null
  return `https://answers.invalid/${name}/${encodeURIComponent(JSON.stringify({ ...args, query }))}`
}

const isPermanent = (address: string): boolean => permanentQueries.has(new URL(address).pathname.split('/')[1] ?? '')

const allOff = <T extends object>(switches: T): T => Object.fromEntries(Object.keys(switches).map((name) => [name, false])) as T

/** The member without e-mail address, preferences and connected networks, and without anything to confirm. */
export function withoutPrivateData({ facebookInfo: _, twitterInfo: __, ...me }: Me): Me {
  return {
    ...me,
    email: '',
    emailVerified: true,
    hasFB: false,
    hasTwitter: false,
    emailPrefs: allOff(me.emailPrefs),
    pushPrefs: allOff(me.pushPrefs),
    onboarding: allOff(me.onboarding),
  }
}

const storable = (queryCacheKey: string, answer: unknown): unknown =>
  parseKey(queryCacheKey).name === 'me' && answer !== null ? withoutPrivateData(answer as Me) : answer

const timeHeader = 'x-loaded-at'
const sizeHeader = 'x-bytes'

export function createAnswerMemory({ caches, build, now }: MemoryContext): AnswerMemory {
  const prefix = (): string => `${answerCachePrefix}${build()}-`
  const cacheOf = (viewer: AnswerViewer): string => prefix() + (viewer === null ? 'visitor' : `member-${viewer}`)
  const answerCaches = async (): Promise<string[]> => (await caches().keys()).filter((name) => name.startsWith(answerCachePrefix))

  async function deleteOthers(current: string): Promise<void> {
    await Promise.all((await answerCaches()).filter((name) => name !== current).map((name) => caches().delete(name)))
  }

  /** Removes what is too old, and the oldest answers beyond the limits. */
  async function evict(cache: Cache): Promise<void> {
    let count = 0
    let bytes = 0
    const stored = (await cache.keys()).map((request) => ({
      request,
      isPermanent: isPermanent(request.url),
      at: Number(request.headers.get(timeHeader)),
      bytes: Number(request.headers.get(sizeHeader) ?? memoryLimits.answerBytes),
    }))
    stored.sort((a, b) => Number(b.isPermanent) - Number(a.isPermanent) || b.at - a.at)
    for (const answer of stored) {
      count += 1
      bytes += answer.bytes
      const isOver = count > memoryLimits.answers || bytes > memoryLimits.bytes || now() - answer.at > memoryLimits.ageMs
      if (isOver && !answer.isPermanent) await cache.delete(answer.request)
    }
  }

  return {
    async recall(queryCacheKey, viewer) {
      const address = addressOfAnswer(queryCacheKey)
      if (address === null) return null
      const names = (await answerCaches()).filter((name) => (viewer === undefined ? name.startsWith(prefix()) : name === cacheOf(viewer)))
      const name = names.length === 1 ? names[0] : undefined
      const response = name === undefined ? undefined : await (await caches().open(name)).match(address)
      const at = Number(response?.headers.get(timeHeader))
      if (!response || now() - at > memoryLimits.ageMs) return null
      return { answer: (await response.json()) as unknown, at }
    },

    async store(viewer, loaded, isCurrent) {
      const name = cacheOf(viewer)
      await deleteOthers(name)
      const cache = await caches().open(name)
      for (const { queryCacheKey, answer, at } of loaded) {
        const address = addressOfAnswer(queryCacheKey)
        if (address === null || !isCurrent()) continue
        const body = new TextEncoder().encode(JSON.stringify(storable(queryCacheKey, answer)))
        if (body.byteLength > memoryLimits.answerBytes) {
          await cache.delete(address)
          continue
        }
        // The keys have the headers too, so that eviction reads no answers.
        const headers = { [timeHeader]: String(at), [sizeHeader]: String(body.byteLength) }
        await cache.put(new Request(address, { headers }), new Response(body, { headers }))
      }
      // The log-out of this tab or another one may have deleted the cache while it was written.
      if (isCurrent()) await evict(cache)
      else await caches().delete(name)
    },

    async forgetMentions(ids) {
      for (const name of await answerCaches()) {
        const cache = await caches().open(name)
        for (const request of await cache.keys()) {
          const text = (await (await cache.match(request))?.text()) ?? ''
          if (ids.some((id) => text.includes(`"${id}"`))) await cache.delete(request)
        }
      }
    },
  }
}

export const answerMemory: AnswerMemory = createAnswerMemory({
  caches: () => caches,
  build: () => document.querySelector<HTMLMetaElement>('meta[name="strand-build"]')?.content ?? '',
  now: () => Date.now(),
})
