/** Dead links: found by the checker, repaired by members (BY8, BZ2). Nothing is replaced automatically. */
import type { Logger } from 'pino'
import type { DataSource, EntityManager } from 'typeorm'
import { isDead, messages, type Media } from '#contract/index.ts'
import type { RepairState } from '#contract/endpoints/repair.ts'
import { lockRow } from '#db/locks.ts'
import { newId } from '#db/ids.ts'
import { parsed, sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import type { Viewer } from '#access/viewer.ts'
import type { Images } from '../images/service.ts'
import type { MediaService } from '../media/service.ts'
import type { MediaSearch } from '../mediasearch/service.ts'
import { logAdminAction } from '../moderation/service.ts'
import { versionOf, type Posts } from '../posts/service.ts'
import { createChecker, type Checker } from './checker.ts'
import { createCheckerState, type CheckerState } from './checkerState.ts'
import { RepairEntity, RepairSearchEntity, type RepairRow } from './entities.ts'
import { createRepairStates } from './states.ts'
import { createSuggest } from './suggest.ts'

export interface Repairs extends Pick<Checker, 'job' | 'walk' | 'consumer'> {
  /** For admins. */
  checks: CheckerState
  /** Throws `not_found`, and `forbidden` without permission to repair; so do all other methods. */
  read(id: string, viewer: Viewer): Promise<RepairState>
  search(id: string, again: boolean, viewer: Viewer): Promise<RepairState>
  /** Throws `conflict`, `invalid`. A reason is given by admins, and logged with the action. */
  accept(id: string, input: { href: string; version: string; reason?: string }, viewer: Viewer): Promise<RepairState>
  reject(id: string, input: { href: string; rejected: boolean; reason?: string }, viewer: Viewer): Promise<RepairState>
  /** Throws `conflict`. */
  undo(id: string, input: { repair: string; reason?: string }, viewer: Viewer): Promise<RepairState>
  check(id: string, viewer: Viewer): Promise<RepairState>
  /** A player failed to play one of the post's streams. Throws like `Posts.get`. */
  report(id: string, href: string, viewer: Viewer | null): Promise<void>
}

export interface RepairDeps {
  db: DataSource
  log: Pick<Logger, 'info' | 'warn'>
  posts: Posts
  media: MediaService
  mediaSearch: MediaSearch
  images: Images
  now?: () => number
  chance?: () => number
}

const minuteMs = 60_000
/** How long suggestions are reused, and how soon a new search can be requested. */
const searchMs = { maxAge: 7 * 24 * 60 * minuteMs, minInterval: 10 * minuteMs }

const repairOf = (
  row: Pick<RepairRow, 'id' | 'postId' | 'uid' | 'creationDate'>,
  old: { media: Media; mediaKey: string | null },
  after: Media,
  byAdmin: boolean,
): RepairRow => ({
  ...row,
  before: old.media,
  beforeKey: old.mediaKey,
  after,
  byAdmin,
  undoneUid: null,
  undoneDate: null,
  undoneByAdmin: null,
})

/** Throws `not_found` if the post has no such suggestion. */
async function storeRejection(manager: EntityManager, id: string, href: string, rejected: boolean): Promise<void> {
  await lockRow(manager, 'repair_search', id)
  const [row] = await sql<{ proposals: string; rejected: string }>(
    manager,
    'SELECT "proposals", "rejected" FROM "repair_search" WHERE "postId" = :id',
    { id },
  )
  if (!row || !parsed<{ href: string }[]>(row.proposals).some((proposal) => proposal.href === href)) throw new StrandError('not_found')
  const others = parsed<string[]>(row.rejected).filter((proposal) => proposal !== href)
  await manager.update(RepairSearchEntity, { postId: id }, { rejected: rejected ? [...others, href] : others })
}

/** Stores whether a suggestion is dismissed. Logged if only the rights of an admin permit it, or if there is a reason. */
async function storeDecision(
  { db, posts }: Pick<RepairDeps, 'db' | 'posts'>,
  id: string,
  { href, rejected, reason }: { href: string; rejected: boolean; reason?: string | undefined },
  viewer: Viewer,
): Promise<void> {
  const { title } = await posts.repairable(id, viewer)
  const isLogged = reason !== undefined || (await posts.repairsAsAdmin(id, viewer))
  await transaction(db, async (manager) => {
    await storeRejection(manager, id, href, rejected)
    if (!isLogged) return
    const action = rejected ? 'repair.reject' : 'repair.unreject'
    const detail = { title, href, ...(reason !== undefined && { reason }) }
    await logAdminAction(manager, { by: viewer.uid, action, target: { kind: 'post', id }, detail })
  })
}

export function createRepairs({ db, log, posts, media, mediaSearch, images, now = Date.now, chance }: RepairDeps): Repairs {
  const checker = createChecker({ db, log, media, now, ...(chance !== undefined && { chance }) })
  const suggest = createSuggest({ db, log, posts, media, mediaSearch })
  const iso = (): string => new Date(now()).toISOString()

  const { searchOf, stateOf } = createRepairStates({ db, checker })
  const read = async (id: string, viewer: Viewer): Promise<RepairState> => stateOf(await posts.repairable(id, viewer), viewer)

  return {
    job: checker.job,
    walk: checker.walk,
    consumer: checker.consumer,
    checks: createCheckerState({ db, now }),
    read,

    async search(id, again, viewer) {
      const post = await posts.repairable(id, viewer)
      if (!isDead(post.media)) return stateOf(post, viewer)
      const version = versionOf(post.media)
      const known = await searchOf(id)
      const age = known?.version === version ? now() - Date.parse(known.searchedDate) : Infinity
      if (age < searchMs.minInterval || (!again && age < searchMs.maxAge)) return stateOf(post, viewer)
      const { proposals, outages } = await suggest(post)
      // Keeps rejections that were stored during the search.
      await transaction(db, async (manager) => {
        const rejected = (await manager.findOneBy(RepairSearchEntity, { postId: id }))?.rejected ?? []
        await manager.upsert(RepairSearchEntity, { postId: id, version, searchedDate: iso(), proposals, rejected, outages }, ['postId'])
      })
      // Reads again: the post may have been repaired during the search.
      return read(id, viewer)
    },

    async accept(id, { href, version, reason }, viewer) {
      const post = await posts.repairable(id, viewer)
      const before = post.media
      if (before === null || versionOf(before) !== version) throw new StrandError('conflict', messages.repairOutdated)
      if (!isDead(before)) throw new StrandError('conflict', messages.repairAlive)
      const refused = (message: string) => new StrandError('invalid', message, { href: message })
      const [mediaKey, dead] = [media.keyOf(href), media.keyOf(before.href)]
      if (mediaKey === null) throw refused(messages.linkInvalid)
      if (mediaKey === dead) throw refused(messages.repairSame)
      if ((await media.probe(href)) === 'gone') throw refused(messages.repairDead)
      const found = await posts.resolveMediumReplacement(id, href, before)
      try {
        if (before.media.length > 0 && found.media.media.length === 0) throw refused(messages.repairNothing)
        await posts.swap(
          id,
          {
            expected: version,
            media: found.media,
            mediaKey: found.mediaKey,
            action: 'repair.accept',
            reason,
            async alsoWrite(manager, old, byAdmin) {
              const row = { id: newId('row'), postId: id, uid: viewer.uid, creationDate: iso() }
              await manager.insert(RepairEntity, repairOf(row, old, found.media, byAdmin))
            },
          },
          viewer,
        )
      } catch (error) {
        await images.drop(found.storedImage)
        throw error
      }
      return read(id, viewer)
    },

    async reject(id, { href, rejected, reason }, viewer) {
      await storeDecision({ db, posts }, id, { href, rejected, reason }, viewer)
      return read(id, viewer)
    },

    async undo(id, { repair, reason }, viewer) {
      await posts.repairable(id, viewer)
      const row = await db.getRepository(RepairEntity).findOneBy({ id: repair, postId: id })
      if (row === null) throw new StrandError('not_found')
      if (row.undoneDate !== null) throw new StrandError('conflict', messages.repairUndone)
      await posts.swap(
        id,
        {
          expected: versionOf(row.after),
          media: row.before,
          mediaKey: row.beforeKey,
          action: 'repair.undo',
          reason,
          async alsoWrite(manager, _old, undoneByAdmin) {
            const { affected } = await manager
              .createQueryBuilder()
              .update(RepairEntity)
              .set({ undoneUid: viewer.uid, undoneDate: iso(), undoneByAdmin })
              .where('"id" = :repair AND "undoneDate" IS NULL', { repair })
              .execute()
            if (affected === 0) throw new StrandError('conflict', messages.repairUndone)
          },
        },
        viewer,
      )
      return read(id, viewer)
    },

    async check(id, viewer) {
      await checker.checkNow((await posts.repairable(id, viewer)).media)
      return read(id, viewer)
    },

    async report(id, href, viewer) {
      const { media: currentMedia } = await posts.get(id, viewer)
      if (currentMedia?.media.some((stream) => stream.href === href)) await checker.checkSoon(href)
    },
  }
}
