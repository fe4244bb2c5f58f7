/**
 * What an address holds, and the forms in which pages ask for it. The address itself always tells something; the network is asked
 * for the rest, for a bounded time, and what it says is kept so that it is asked once.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { messages, type Answer } from '../../contract/index.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { StrandError } from '../../http/errors.ts'
import { createMemo } from '../../http/memo.ts'
import { parseMediaAddress, type MediaAddress } from './address.ts'
import type { Detection } from './detection.ts'
import { noEmbed, toEmbed, type Embed } from './embed.ts'
import { LinkEntity, type LinkRow } from './entities.ts'
import { canBeAsked, lookUp } from './lookup.ts'
import { describeOwn, type OwnFiles } from './own-files.ts'
import { hostOf, probe, type Sign } from './probe.ts'
import { pageImages, pageLimit } from './page-images.ts'
import { Refusal } from './refusal.ts'
import { wanted, type SafeFetch } from './safe-fetch.ts'
import { decoded } from './scrape.ts'

export { createAsk, idText, many, number, optionalText, pageAddress, wordsOf, type Ask } from './answers.ts'
export { checkedAddress, checkedConnector, isPublicAddress, systemResolve, type Resolve } from './connector.ts'
export type { Detection } from './detection.ts'
export { playerFrame } from './embed.ts'
export { pictureAddress } from './facts.ts'
export type { Sign } from './probe.ts'
export { Refusal } from './refusal.ts'
export { wanted, type SafeCall, type SafeFetch } from './safe-fetch.ts'

export interface MediaService {
  /** Throws `invalid` for what is no address that could be posted. Never waits longer than `waitMs`. */
  detect(href: string, options?: { waitMs?: number }): Promise<Detection>
  /** Whatever `work` asks here is answered from what is known already: nobody outside is asked, and nothing is waited for. */
  fromMemory<T>(work: () => Promise<T>): Promise<T>
  /** An address within a text as markup of our own. Throws as `detect`. */
  embed(url: string): Promise<Embed>
  /** The same for several; what is no address has an error of its own. */
  embeds(urls: readonly string[]): Promise<Embed[]>
  /** What the player is told of an address. Throws as `detect`, and `not_found` where nothing is known but the address. */
  info(url: string): Promise<Answer<'GET /api/v0/media/info/qmedia'>>
  /** The pictures of a page. Throws as `detect`. */
  images(url: string): Promise<Answer<'GET /api/v0/webfetch/metaimages'>>
  /** The address as it is always written, and who would know whether it is dead; null where nobody can tell. */
  link(href: string): Link | null
  /** By which a repeat in a playlist is found; null for what is no address. */
  keyOf(href: string): string | null
  /** Whether what lies there is still there. Never rejects; asks outside, each time. */
  probe(href: string): Promise<Sign>
  /** Waits for look-ups that nobody waits for any more, after cutting them short. */
  close(): Promise<void>
}

export interface Link {
  href: string
  host: string
}

export interface MediaDeps {
  db: DataSource
  log: Logger
  publicUrl: string
  fetcher: SafeFetch
  ownFiles: OwnFiles
  /** How long a person waits; a look-up that takes longer goes on for the next one's sake. */
  waitMs?: number
  now?: () => number
  keep?: { most: number; every: number }
}

type Images = Answer<'GET /api/v0/webfetch/metaimages'>
const noImages = (): Images => ({ images: [], meta: {}, message: messages.noData })

const dayMs = 86_400_000
/** A failure is remembered just long enough to cover the post that follows the look-up. */
const keepMs = { answered: 30 * dayMs, failed: 60_000 }
/** Addresses of which something is kept, and after how many new ones the oldest are forgotten. */
const keepLinks = { most: 100_000, every: 500 }

export function createMedia({ db, log, publicUrl, fetcher, ownFiles, waitMs = 4_000, now = Date.now, keep = keepLinks }: MediaDeps): MediaService {
  const asking = new Map<string, Promise<LinkRow>>()

  const imagesOf = createMemo<Images>({
    size: 300, now, keepMs: ({ images }) => (images.length > 0 ? 600_000 : keepMs.failed),
  })
  const remembering = new AsyncLocalStorage<true>()
  let written = 0

  /** Forgets what is too old to be used, and what was asked for longest ago beyond the most that is kept. */
  async function forget(): Promise<void> {
    const [last] = await sql<{ fetchedDate: string }>(
      db, 'SELECT "fetchedDate" FROM "link" ORDER BY "fetchedDate" DESC LIMIT 1 OFFSET :most', { most: keep.most },
    )
    const stale = new Date(now() - keepMs.answered).toISOString()
    const before = last && last.fetchedDate > stale ? last.fetchedDate : stale
    await transaction(db, (manager) => sql(manager, 'DELETE FROM "link" WHERE "fetchedDate" <= :before', { before }))
  }

  const isFresh = ({ byUri, fetchedDate }: LinkRow): boolean =>
    now() - Date.parse(fetchedDate) < (byUri ? keepMs.failed : keepMs.answered)

  async function ask(address: MediaAddress): Promise<LinkRow> {
    const { mediaKey } = address
    let found: Pick<LinkRow, 'media' | 'about' | 'byUri'>
    try {
      found = { ...(await lookUp(address, fetcher, publicUrl)), byUri: false }
    } catch (error) {
      log.info({ mediaKey, reason: error instanceof Refusal ? error.reason : 'unreadable', error }, 'an address did not tell')
      found = { media: address.media, about: null, byUri: true }
    }
    const link: LinkRow = { mediaKey, ...found, fetchedDate: new Date(now()).toISOString() }
    try {
      await transaction(db, (manager) => manager.upsert(LinkEntity, link, ['mediaKey']))
      written += 1
      if (written % keep.every === 0) await forget()
    } catch (error) {
      log.warn({ mediaKey, error }, 'what was learnt of an address could not be kept')
    }
    return link
  }

  async function recall({ mediaKey }: MediaAddress): Promise<LinkRow | null> {
    const kept = await db.getRepository(LinkEntity).findOneBy({ mediaKey })
    return kept && isFresh(kept) ? kept : null
  }

  const learn = async (address: MediaAddress): Promise<LinkRow> => (await recall(address)) ?? ask(address)

  /**
   * One question at a time about one medium, however many ask. Looking for what is kept is part of it:
   * whoever looked on their own could miss an answer that is being written, and ask a second time.
   */
  function learnOnce(address: MediaAddress): Promise<LinkRow> {
    const known = asking.get(address.mediaKey)
    if (known) return known
    const answer = learn(address).finally(() => asking.delete(address.mediaKey))
    asking.set(address.mediaKey, answer)
    return answer
  }

  async function patience<T>(work: Promise<T>, ms: number): Promise<T | null> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, ms, null)))
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Two addresses of one medium share what was learnt, but each has times, a scheme and a hash of its own. */
  function withOwnWord({ provider, media: told, mediaKey }: MediaAddress, { media: learnt, about, byUri }: LinkRow): Detection {
    const { startTime, endTime } = told
    const times = { ...(startTime === undefined ? {} : { startTime }), ...(endTime === undefined ? {} : { endTime }) }
    const { startTime: _start, endTime: _end, ...media } = learnt
    if (provider === 'webpage') {
      // A short link turned out to lead to a provider: it is that medium, under that medium's key.
      const target = parseMediaAddress(media.href, publicUrl)?.mediaKey ?? mediaKey
      const href = target === mediaKey ? told.href : media.href
      return { mediaKey: target, byUri, about, media: { ...media, href, ...times } }
    }
    // The address of an item of the Internet Archive tells no stream.
    const streams = told.media.length === 0 ? media.media : told.media.map((stream, index) => ({ ...media.media[index], ...stream, image: media.image ?? stream.image }))
    return { mediaKey, byUri, about, media: { ...media, href: told.href, media: streams, ...times } }
  }

  /** The key of the post that the picture was uploaded for, or copied to: a copy has the key of the first upload, so that repeats are found. */
  async function keyOfUpload(mediaKey: string): Promise<string> {
    const id = /^own:\/posts\/(\w+)\.jpg$/.exec(mediaKey)?.[1]
    const [post] = id === undefined ? [] : await sql<{ mediaKey: string | null }>(db, 'SELECT "mediaKey" FROM "post" WHERE "id" = :id', { id })
    return post?.mediaKey ?? mediaKey
  }

  /** Null for what is no address. */
  async function find(href: string, ms = remembering.getStore() === true ? 0 : waitMs): Promise<Detection | null> {
    const address = parseMediaAddress(href, publicUrl)
    if (!address) return null
    const { mediaKey, media } = address
    const bare: Detection = { mediaKey, media, about: null, byUri: true }
    if (address.own) {
      const { media: described, known } = await describeOwn(media, ownFiles)
      return { ...bare, mediaKey: await keyOfUpload(mediaKey), media: described, byUri: !known }
    }
    if (!canBeAsked(address)) return bare
    const link = ms > 0 ? await patience(learnOnce(address), ms) : await recall(address)
    return link ? withOwnWord(address, link) : bare
  }

  const noAddress = (field: string): StrandError => new StrandError('invalid', messages.linkInvalid, { [field]: messages.linkInvalid })

  async function demand(href: string, field: string, ms?: number): Promise<Detection> {
    const detection = await find(href, ms)
    if (!detection) throw noAddress(field)
    return detection
  }

  /** A picture itself, a page's pictures, or a medium's one. */
  async function findImages(address: MediaAddress): Promise<Images> {
    const only = (image: string | undefined): Images => (image === undefined ? noImages() : { images: [image], meta: {} })
    if (address.own || address.provider !== 'webpage') return only((await find(address.media.href))?.media.image)
    try {
      const page = await fetcher.get(address.media.href, wanted.html, ['image/'])
      if (page.type.startsWith('image/')) return only(wanted.image.types.some((type) => type === page.type) ? page.href : undefined)
      const { images, ogImage } = await pageImages(decoded(page, pageLimit), page.href)
      return images.length === 0 ? noImages() : { images, meta: ogImage === undefined ? {} : { 'og:image': ogImage } }
    } catch (error) {
      log.info({ mediaKey: address.mediaKey, reason: error instanceof Refusal ? error.reason : 'unreadable', error }, 'a page did not show its pictures')
      return noImages()
    }
  }

  return {
    detect: (href, { waitMs: ms } = {}) => demand(href, 'media.href', ms),
    fromMemory: (work) => remembering.run(true, work),

    async embed(url) {
      return toEmbed(await demand(url, 'url'), messages.noData)
    },

    embeds: (urls) =>
      Promise.all(
        urls.map(async (url) => {
          const detection = await find(url)
          return detection ? toEmbed(detection, messages.noData) : noEmbed(url, messages.linkInvalid)
        }),
      ),

    async info(url) {
      const { media, byUri } = await demand(url, 'url')
      if (byUri && media.media.length === 0) throw new StrandError('not_found', messages.noData)
      return { media, byuri: byUri }
    },

    async images(url) {
      const address = parseMediaAddress(url, publicUrl)
      if (!address) throw noAddress('url')
      return (await patience(imagesOf.get(address.media.href, () => findImages(address)), waitMs)) ?? noImages()
    },

    link(href) {
      const address = parseMediaAddress(href, publicUrl)
      const host = address && hostOf(address)
      return host ? { href: address!.media.href, host } : null
    },

    keyOf: (href) => parseMediaAddress(href, publicUrl)?.mediaKey ?? null,

    async probe(href) {
      const address = parseMediaAddress(href, publicUrl)
      return address === null ? 'unclear' : probe(address, fetcher, ownFiles)
    },

    async close() {
      await fetcher.close()
      await Promise.allSettled(asking.values())
    },
  }
}
