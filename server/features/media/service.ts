/**
 * Data about the medium at an address. Some of it is derived from the address itself; the rest is fetched within a bounded time, and
 * cached.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { messages, type Answer } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import { createMemo } from '#http/memo.ts'
import { parseMediaAddress, type MediaAddress } from './address.ts'
import { detectionOf, type Detection } from './detection.ts'
import { noEmbed, toEmbed, type Embed } from './embed.ts'
import { createLinks, maxAgeMs } from './links.ts'
import { canLookUp } from './lookup.ts'
import { describeOwn, type OwnFiles } from './own-files.ts'
import { hostOf, probe, type ProbeResult } from './probe.ts'
import { pageImages, pageLimit } from './page-images.ts'
import { Refusal } from './refusal.ts'
import { responsePolicies, type SafeFetch } from './safe-fetch.ts'
import { decoded } from './scrape.ts'

export { createQueryService, idText, lenientList, number, optionalText, pageAddress, wordsOf, type QueryService } from './answers.ts'
export { checkedAddress, checkedConnector, isPublicAddress, systemResolve, type Resolve } from './connector.ts'
export type { Detection } from './detection.ts'
export { filePlayer, playerAddress, playerFrame } from './embed.ts'
export { pictureAddress } from './facts.ts'
export type { ProbeResult } from './probe.ts'
export { createOutcomes, type Outcome } from './outcomes.ts'
export { Refusal } from './refusal.ts'
export { responsePolicies, type SafeCall, type SafeFetch } from './safe-fetch.ts'

export interface MediaService {
  /** Throws `invalid` for an address that cannot be posted. Never waits longer than `waitMs`. */
  detect(href: string, options?: { waitMs?: number }): Promise<Detection>
  /** Calls within `work` are answered from the cache, without network requests. */
  fromMemory<T>(work: () => Promise<T>): Promise<T>
  /** An address within a text as markup. Throws like `detect`. */
  embed(url: string): Promise<Embed>
  /** The same for several addresses; an invalid one gets its own error. */
  embeds(urls: readonly string[]): Promise<Embed[]>
  /** The medium for the player. Throws like `detect`, and `not_found` if nothing but the address is known. */
  info(url: string): Promise<Answer<'GET /api/v0/media/info/qmedia'>>
  /** The images of a page. Throws like `detect`. */
  images(url: string): Promise<Answer<'GET /api/v0/webfetch/metaimages'>>
  /** The normalised address, and the host that `probe` requests; null if the address cannot be checked. */
  link(href: string): Link | null
  /** The key that identifies repeats in a playlist; null for an invalid address. */
  keyOf(href: string): string | null
  /**
   * Whether the address is still reachable. Never rejects; always makes a request. `onFailure` gets the HTTP status of a failed request,
   * or the reason without one.
   */
  probe(href: string, onFailure?: (failure: string) => void): Promise<ProbeResult>
  /** Aborts background look-ups and waits for them. */
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
  /** How long a request waits (ms); a slower look-up continues in the background, for the cache. */
  waitMs?: number
  now?: () => number
  keep?: { maxLinks: number; every: number }
}

type Images = Answer<'GET /api/v0/webfetch/metaimages'>
const noImages = (): Images => ({ images: [], meta: {}, message: messages.noData })

/** Null if the work takes longer. It continues in the background. */
async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(resolve, ms, null)))
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

export function createMedia({ db, log, publicUrl, fetcher, ownFiles, waitMs = 4_000, now = Date.now, keep }: MediaDeps): MediaService {
  const links = createLinks({ db, log, publicUrl, fetcher, now, limits: keep })
  const imagesOf = createMemo<Images>({
    size: 300,
    now,
    ttlMs: ({ images }) => (images.length > 0 ? 600_000 : maxAgeMs.failed),
  })
  const cacheOnly = new AsyncLocalStorage<true>()

  /**
   * The media key of the post that the picture belongs to: a copy has the key of the first upload, so that repeats
   * are found.
   */
  async function keyOfUpload(mediaKey: string): Promise<string> {
    const id = /^own:\/posts\/(\w+)\.jpg$/.exec(mediaKey)?.[1]
    if (id === undefined) return mediaKey
    const [post] = await sql<{ mediaKey: string | null }>(db, 'SELECT "mediaKey" FROM "post" WHERE "id" = :id', { id })
    return post?.mediaKey ?? mediaKey
  }

  /** Null for an invalid address. */
  async function find(href: string, ms = cacheOnly.getStore() === true ? 0 : waitMs): Promise<Detection | null> {
    const address = parseMediaAddress(href, publicUrl)
    if (!address) return null
    const { mediaKey, media } = address
    const bare: Detection = { mediaKey, media, about: null, byUri: true }
    if (address.own) {
      const { media: described, known } = await describeOwn(media, ownFiles)
      return { ...bare, mediaKey: await keyOfUpload(mediaKey), media: described, byUri: !known }
    }
    if (!canLookUp(address)) return bare
    const link = ms > 0 ? await withTimeout(links.lookUpOnce(address), ms) : await links.recall(address)
    return link ? detectionOf(address, link, publicUrl) : bare
  }

  const noAddress = (field: string): StrandError => new StrandError('invalid', messages.linkInvalid, { [field]: messages.linkInvalid })

  async function demand(href: string, field: string, ms?: number): Promise<Detection> {
    const detection = await find(href, ms)
    if (!detection) throw noAddress(field)
    return detection
  }

  /** The image itself, the images of a page, or the one of a medium. */
  async function findImages(address: MediaAddress): Promise<Images> {
    const only = (image: string | undefined): Images => (image === undefined ? noImages() : { images: [image], meta: {} })
    if (address.own || address.provider !== 'webpage') return only((await find(address.media.href))?.media.image)
    try {
      const page = await fetcher.get(address.media.href, responsePolicies.html, ['image/'])
      if (page.type.startsWith('image/'))
        return only(responsePolicies.image.types.some((type) => type === page.type) ? page.href : undefined)
      const { images, ogImage } = await pageImages(decoded(page, pageLimit), page.href)
      return images.length === 0 ? noImages() : { images, meta: ogImage === undefined ? {} : { 'og:image': ogImage } }
    } catch (error) {
      const reason = error instanceof Refusal ? error.reason : 'unreadable'
      log.info({ mediaKey: address.mediaKey, reason, error }, 'a page did not show its pictures')
      return noImages()
    }
  }

  return {
    detect: (href, { waitMs: ms } = {}) => demand(href, 'media.href', ms),
    fromMemory: (work) => cacheOnly.run(true, work),

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
      return (
        (await withTimeout(
          imagesOf.get(address.media.href, () => findImages(address)),
          waitMs,
        )) ?? noImages()
      )
    },

    link(href) {
      const address = parseMediaAddress(href, publicUrl)
      const host = address && hostOf(address)
      return host ? { href: address!.media.href, host } : null
    },

    keyOf: (href) => parseMediaAddress(href, publicUrl)?.mediaKey ?? null,

    async probe(href, onFailure) {
      const address = parseMediaAddress(href, publicUrl)
      return address === null ? 'unclear' : probe(address, fetcher, ownFiles, onFailure)
    },

    async close() {
      await fetcher.close()
      await links.close()
    },
  }
}
