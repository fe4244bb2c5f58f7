/** Sharing posts and playlists: by e-mail, with members, and how often it happened (B5, S1, S2). */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { cleanSharerName, limits, listedEmails, messages, shareProblem, shorten, type CallOutput, type Post } from '#contract/index.ts'
import { newId } from '#db/ids.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import type { BeadRecord, Beads } from '../beads/service.ts'
import { refuseBlocked } from '../blocks/service.ts'
import type { Posts } from '../posts/service.ts'
import { NetworkShareEntity } from './entities.ts'
import type { ShareCounter } from './networks.ts'
import { takeQuota } from './quota.ts'

export type Shareable = 'post' | 'bead'
type ShareInput = CallOutput<'POST /api/v0/posts/:id/share'>['body']
type Offers = { shared: []; offers: { network: 'facebook' | 'twitter'; href: string }[]; picture?: string | null }

export interface Shares {
  /**
   * Answers how often it was shared. Throws the six documented refusals in their order, `forbidden` for
   * a draft that would reach somebody who may not see it, and `too_many_requests` past the day's quota.
   *
   * @param address of whoever asks, for the quota.
   */
  share(what: Shareable, id: string, input: ShareInput, viewer: Viewer | null, address: string): Promise<number>
  /** Asks the networks, at most every ten minutes; answers all shares together. */
  recount(what: Shareable, id: string, viewer: Viewer | null): Promise<number>
  /**
   * Where the member sends it, for those of the networks that they have connected. With a picture, which is for
   * admins and the staff (B6), they need have connected none. `fresh`: it was just posted, and goes with the words
   * of the playlist's partner where there are some.
   */
  offers(
    what: Shareable,
    id: string,
    asked: { tw: boolean; fb: boolean; picture?: boolean; fresh?: boolean },
    viewer: Viewer,
  ): Promise<Offers>
}

export interface ShareDeps {
  db: DataSource
  beads: Pick<Beads, 'open'>
  posts: Pick<Posts, 'get'>
  counter: ShareCounter
  publicUrl: string
  /** User ids that may send pictures along as admins may. */
  staff?: readonly string[]
  now?: () => number
}

/** A network is asked again after this (ms). */
const recountMs = 600_000
/** Characters that X leaves beside an address. */
const tweetLength = 250

/** What is shared, and the playlist that says who may see it. */
interface Thing {
  title: string
  creatorUid: string
  image: string | null
  bead: Pick<BeadRecord, 'id' | 'isDraft' | 'creatorUid' | 'extras'>
}

/** Of an image post the image itself, of another the picture of its medium. */
const pictureOf = ({ media }: Post): string | null => (media?.type === 'image' ? media.media[0]?.uri : undefined) ?? media?.image ?? null

const refuse = (field: string, message: string): StrandError => new StrandError('invalid', message, { [field]: message })

export function createShares({ db, beads, posts, counter, publicUrl, staff = [], now = Date.now }: ShareDeps): Shares {
  /** Throws `not_found`, and `forbidden` for what the viewer may not see. */
  async function open(what: Shareable, id: string, viewer: Viewer | null): Promise<Thing> {
    const post = what === 'post' ? await posts.get(id, viewer) : null
    const { bead } = await beads.open(post?.bead.id ?? id, viewer)
    return {
      title: post?.title ?? bead.title,
      creatorUid: post?.creator.uid ?? bead.creatorUid,
      image: post ? pictureOf(post) : bead.image,
      bead,
    }
  }

  async function knownMembers(uids: readonly string[]): Promise<{ uid: string; isAdmin: boolean }[]> {
    if (uids.length === 0) return []
    const rows = await sql<{ uid: string; isAdmin: boolean | number }>(
      db,
      'SELECT "uid", "isAdmin" FROM "member" WHERE "uid" IN (:...uids) AND "removedDate" IS NULL',
      { uids },
    )
    if (rows.length < uids.length) throw refuse('sharees.uids', messages.notFound)
    return rows.map(({ uid, isAdmin }) => ({ uid, isAdmin: Boolean(isAdmin) }))
  }

  /** A draft goes to nobody who could not open it: no address, and only members who are in on it. */
  async function demandInsiders({ bead }: Thing, members: { uid: string; isAdmin: boolean }[], emails: readonly string[]): Promise<void> {
    if (!bead.isDraft) return
    const uids = members.map(({ uid }) => uid)
    const invited =
      uids.length === 0
        ? []
        : await sql<{ uid: string }>(db, 'SELECT "uid" FROM "invitee" WHERE "beadId" = :id AND "uid" IN (:...uids)', { id: bead.id, uids })
    const inside = (uid: string, isAdmin: boolean): boolean => isAdmin || uid === bead.creatorUid || invited.some((one) => one.uid === uid)
    if (emails.length > 0 || !members.every(({ uid, isAdmin }) => inside(uid, isAdmin)))
      throw new StrandError('forbidden', messages.shareDraft)
  }

  async function countOf(what: Shareable, id: string): Promise<number> {
    const [row] = await sql<{ shareCount: number | null }>(db, `SELECT "shareCount" FROM "${what}" WHERE "id" = :id`, { id })
    if (!row) throw new StrandError('not_found')
    return row.shareCount ?? 0
  }

  const hrefOf = (id: string): string => `${publicUrl}/${id}`

  return {
    async share(what, id, { sharer, sharees, msg }, viewer, address) {
      const thing = await open(what, id, viewer)
      const emails = listedEmails(sharees.emails)
      // Members are only for members to pick; nobody shares with themselves.
      const uids = viewer === null ? [] : [...new Set(sharees.uids)].filter((uid) => uid !== viewer.uid)
      const anonymous = viewer === null ? { name: sharer?.name ?? '', email: sharer?.email ?? '' } : null
      const problem = shareProblem({ sharer: anonymous, uids, emails })
      if (problem !== null) throw refuse(problem.field, problem.message)
      if (emails.length > limits.share.emails) throw refuse('sharees.emails', messages.shareEmailsTooMany)
      if (viewer !== null && sharer?.uid !== undefined && sharer.uid !== viewer.uid) throw new StrandError('forbidden')
      const members = await knownMembers(uids)
      if (viewer !== null) await refuseBlocked(db, viewer.uid, uids)
      await demandInsiders(thing, members, emails)

      const by = viewer?.uid ?? null
      const signed = anonymous && { sharer: { name: cleanSharerName(anonymous.name), email: anonymous.email.trim() } }
      const share = newId('row')
      await transaction(db, async (manager) => {
        await takeQuota(manager, { uid: by, address, emails }, now())
        // Counters leave out what a post's creator does to it (decision 12).
        if (what === 'bead' || thing.creatorUid !== by)
          await sql(manager, `UPDATE "${what}" SET "shareCount" = COALESCE("shareCount", 0) + 1 WHERE "id" = :id`, { id })
        await emit(manager, { kind: what === 'bead' ? 'beadShared' : 'postShared', entity: id, by, ...signed, uids, emails, message: msg })
        // Each address is a fact of its own, so that one that fails does not hold up or repeat the others.
        for (const email of emails)
          await emit(manager, { kind: 'shareMailDue', share, what, entity: id, by, ...signed, email, message: msg })
      })
      return countOf(what, id)
    },

    async recount(what, id, viewer) {
      const { bead } = await open(what, id, viewer)
      const known = await db.getRepository(NetworkShareEntity).findOneBy({ entity: id })
      const isRecent = known !== null && now() - Date.parse(known.checkedDate) < recountMs
      const told = isRecent || bead.isDraft ? null : await counter.count(hrefOf(id))
      if (told !== null)
        await transaction(db, async (manager) => {
          // The thing's row first: of two that ask at once the second counts from what the first has written.
          await sql(manager, `UPDATE "${what}" SET "shareCount" = COALESCE("shareCount", 0) WHERE "id" = :id`, { id })
          const before = await manager.findOneBy(NetworkShareEntity, { entity: id })
          await sql(manager, `UPDATE "${what}" SET "shareCount" = "shareCount" + :more WHERE "id" = :id`, {
            id,
            more: told - (before?.shares ?? 0),
          })
          await manager.upsert(NetworkShareEntity, { entity: id, shares: told, checkedDate: new Date(now()).toISOString() }, ['entity'])
        })
      return countOf(what, id)
    },

    async offers(what, id, { tw, fb, picture = false, fresh = false }, viewer) {
      if (picture && !viewer.isAdmin && !staff.includes(viewer.uid)) throw new StrandError('forbidden')
      const { title, image, bead } = await open(what, id, viewer)
      if (bead.isDraft) throw new StrandError('forbidden', messages.shareDraft)
      const links = await sql<{ network: string }>(db, 'SELECT "network" FROM "network_link" WHERE "uid" = :uid', { uid: viewer.uid })
      const connected = new Set(links.map(({ network }) => network))
      const url = hrefOf(id)
      const partner = fresh ? bead.extras?.partnerMetaData?.onPostShare : undefined
      const own = partner === undefined ? null : shorten(`${partner.title}. ${partner.description}`, tweetLength)
      const addresses = {
        twitter: `https://twitter.com/intent/tweet?${new URLSearchParams({ text: own ?? title, url }).toString()}`,
        facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url, ...(own !== null && { quote: own }) }).toString()}`,
      }
      const asked = [...(tw ? (['twitter'] as const) : []), ...(fb ? (['facebook'] as const) : [])]
      const offers = asked.filter((network) => picture || connected.has(network)).map((network) => ({ network, href: addresses[network] }))
      return { shared: [], offers, ...(picture && { picture: image }) }
    },
  }
}
