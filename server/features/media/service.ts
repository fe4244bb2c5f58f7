/**
 * `detect`: what an address holds. The address itself always tells something; the network is asked
 * for the rest, for a bounded time, and what it says is kept so that it is asked once.
 */
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { messages, type Media } from '../../contract/index.ts'
import { transaction } from '../../db/transaction.ts'
import { StrandError } from '../../http/errors.ts'
import { parseMediaAddress, type MediaAddress } from './address.ts'
import { LinkEntity, type LinkRow } from './entities.ts'
import { canBeAsked, lookUp } from './lookup.ts'
import { describeOwn, type OwnFiles } from './own-files.ts'
import { Refusal } from './refusal.ts'
import type { SafeFetch } from './safe-fetch.ts'

export interface Detection {
  mediaKey: string
  media: Media
  /** True where nothing answered, and the address alone told what is known. */
  byUri: boolean
}

export interface MediaService {
  /** Throws `invalid` for what is no address that could be posted. Never waits longer than `waitMs`. */
  detect(href: string): Promise<Detection>
  /** Waits for look-ups that nobody waits for any more, after cutting them short. */
  close(): Promise<void>
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
}

const dayMs = 86_400_000
/** A failure is remembered just long enough to cover the post that follows the look-up. */
const keepMs = { answered: 30 * dayMs, failed: 60_000 }

export function createMedia({ db, log, publicUrl, fetcher, ownFiles, waitMs = 4_000, now = Date.now }: MediaDeps): MediaService {
  const asking = new Map<string, Promise<LinkRow>>()

  const isFresh = ({ byUri, fetchedDate }: LinkRow): boolean =>
    now() - Date.parse(fetchedDate) < (byUri ? keepMs.failed : keepMs.answered)

  async function ask(address: MediaAddress): Promise<LinkRow> {
    const { mediaKey } = address
    let found: Pick<LinkRow, 'media' | 'byUri'>
    try {
      found = { media: await lookUp(address, fetcher, publicUrl), byUri: false }
    } catch (error) {
      log.info({ mediaKey, reason: error instanceof Refusal ? error.reason : 'unreadable', error }, 'an address did not tell')
      found = { media: address.media, byUri: true }
    }
    const link: LinkRow = { mediaKey, ...found, fetchedDate: new Date(now()).toISOString() }
    try {
      await transaction(db, (manager) => manager.upsert(LinkEntity, link, ['mediaKey']))
    } catch (error) {
      log.warn({ mediaKey, error }, 'what was learnt of an address could not be kept')
    }
    return link
  }

  async function learn(address: MediaAddress): Promise<LinkRow> {
    const kept = await db.getRepository(LinkEntity).findOneBy({ mediaKey: address.mediaKey })
    return kept && isFresh(kept) ? kept : ask(address)
  }

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

  async function patience<T>(work: Promise<T>): Promise<T | null> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, waitMs, null)))
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Two addresses of one medium share what was learnt, but each has times, a scheme and a hash of its own. */
  function withOwnWord({ provider, media: told, mediaKey }: MediaAddress, { media: learnt, byUri }: LinkRow): Detection {
    const { startTime, endTime } = told
    const times = { ...(startTime === undefined ? {} : { startTime }), ...(endTime === undefined ? {} : { endTime }) }
    const { startTime: _start, endTime: _end, ...media } = learnt
    if (provider === 'webpage') {
      // A short link turned out to lead to a provider: it is that medium, under that medium's key.
      const target = parseMediaAddress(media.href, publicUrl)?.mediaKey ?? mediaKey
      const href = target === mediaKey ? told.href : media.href
      return { mediaKey: target, byUri, media: { ...media, href, ...times } }
    }
    const streams = told.media.map((stream, index) => ({ ...media.media[index], ...stream, image: media.image ?? stream.image }))
    return { mediaKey, byUri, media: { ...media, href: told.href, media: streams, ...times } }
  }

  return {
    async detect(href) {
      const address = parseMediaAddress(href, publicUrl)
      if (!address) throw new StrandError('invalid', messages.linkInvalid, { 'media.href': messages.linkInvalid })
      const { mediaKey, media } = address
      if (address.own) {
        const { media: described, known } = await describeOwn(media, ownFiles)
        return { mediaKey, media: described, byUri: !known }
      }
      if (!canBeAsked(address)) return { mediaKey, media, byUri: true }
      const link = await patience(learnOnce(address))
      return link ? withOwnWord(address, link) : { mediaKey, media, byUri: true }
    },

    async close() {
      await fetcher.close()
      await Promise.allSettled(asking.values())
    },
  }
}
