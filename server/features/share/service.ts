/** Sharing posts and playlists by e-mail and with members, and share counts (B5, S1, S2). */
import type { DataSource } from 'typeorm'
import { isNotSuspended } from '#access/admins.ts'
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
/** `shared` is always empty: Strand does not post on behalf of members. */
type Offers = { shared: []; offers: { network: 'facebook' | 'twitter'; href: string }[]; picture?: string | null }

export interface Shares {
  /**
   * Returns the share count. Throws the errors of `shareProblem` in their order; `forbidden` if the sender is another member, or if a
   * draft would go to a mail address or to a member who may not see it; and `too_many_requests` beyond the daily quota.
   *
   * @param address IP address of the client, for the quota.
   */
  share(what: Shareable, id: string, input: ShareInput, viewer: Viewer | null, address: string): Promise<number>
  /** Returns the total share count. Requests the counts of the networks, unless they answered within the last ten minutes. */
  recount(what: Shareable, id: string, viewer: Viewer | null): Promise<number>
  /**
   * Share links of the requested networks that the member has connected. `picture`, for admins and staff only (B6), does not need
   * a connection. `isNew` (just posted) uses the text of the playlist's partner, if any.
   */
  offers(
    what: Shareable,
    id: string,
    requested: { tw: boolean; fb: boolean; picture?: boolean; isNew?: boolean },
    viewer: Viewer,
  ): Promise<Offers>
}

export interface ShareDeps {
  db: DataSource
  beads: Pick<Beads, 'open'>
  posts: Pick<Posts, 'get'>
  counter: ShareCounter
  publicUrl: string
  /** Uids of members who, like admins, may share pictures. */
  staff?: readonly string[]
  now?: () => number
}

/** How long the counts of the networks are current (ms). */
const recountMs = 600_000
/** Maximum characters of the prefilled text on X; the rest is left for the URL. */
const tweetLength = 250

/** A post or playlist, and the playlist that determines its visibility. */
interface SharedEntity {
  title: string
  creatorUid: string
  image: string | null
  bead: Pick<BeadRecord, 'id' | 'isDraft' | 'creatorUid' | 'extras'>
}

/** The image of an image post, else the picture of the medium. */
const pictureOf = ({ media }: Post): string | null => (media?.type === 'image' ? media.media[0]?.uri : undefined) ?? media?.image ?? null

const refuse = (field: string, message: string): StrandError => new StrandError('invalid', message, { [field]: message })

/** Throws `invalid` if a member does not exist. */
async function readMembers(db: DataSource, uids: readonly string[]): Promise<{ uid: string; isAdmin: boolean }[]> {
  if (uids.length === 0) return []
  const rows = await sql<{ uid: string; isAdmin: boolean | number }>(
    db,
    `SELECT m."uid", m."isAdmin" = TRUE AND ${isNotSuspended('m')} AS "isAdmin" FROM "member" m
     WHERE m."uid" IN (:...uids) AND m."removedDate" IS NULL`,
    { uids, now: new Date().toISOString() },
  )
  if (rows.length < uids.length) throw refuse('sharees.uids', messages.notFound)
  return rows.map(({ uid, isAdmin }) => ({ uid, isAdmin: Boolean(isAdmin) }))
}

export function createShares({ db, beads, posts, counter, publicUrl, staff = [], now = Date.now }: ShareDeps): Shares {
  /** Throws `not_found`, and `forbidden` if the viewer may not see it. */
  async function open(what: Shareable, id: string, viewer: Viewer | null): Promise<SharedEntity> {
    const post = what === 'post' ? await posts.get(id, viewer) : null
    const { bead } = await beads.open(post?.bead.id ?? id, viewer)
    return {
      title: post?.title ?? bead.title,
      creatorUid: post?.creator.uid ?? bead.creatorUid,
      image: post ? pictureOf(post) : bead.image,
      bead,
    }
  }

  /** Drafts can be shared only with members who may see them, and not by mail. */
  async function demandInsiders(
    { bead }: SharedEntity,
    members: { uid: string; isAdmin: boolean }[],
    emails: readonly string[],
  ): Promise<void> {
    if (!bead.isDraft) return
    const uids = members.map(({ uid }) => uid)
    const invited =
      uids.length === 0
        ? []
        : await sql<{ uid: string }>(db, 'SELECT "uid" FROM "invitee" WHERE "beadId" = :id AND "uid" IN (:...uids)', { id: bead.id, uids })
    const hasAccess = (uid: string, isAdmin: boolean): boolean =>
      isAdmin || uid === bead.creatorUid || invited.some((row) => row.uid === uid)
    if (emails.length > 0 || !members.every(({ uid, isAdmin }) => hasAccess(uid, isAdmin)))
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
      const entity = await open(what, id, viewer)
      const emails = listedEmails(sharees.emails)
      // Visitors cannot share with members, and members not with themselves.
      const uids = viewer === null ? [] : [...new Set(sharees.uids)].filter((uid) => uid !== viewer.uid)
      const anonymous = viewer === null ? { name: sharer?.name ?? '', email: sharer?.email ?? '' } : null
      const problem = shareProblem({ sharer: anonymous, uids, emails })
      if (problem !== null) throw refuse(problem.field, problem.message)
      if (emails.length > limits.share.emails) throw refuse('sharees.emails', messages.shareEmailsTooMany)
      if (viewer !== null && sharer?.uid !== undefined && sharer.uid !== viewer.uid) throw new StrandError('forbidden')
      const members = await readMembers(db, uids)
      if (viewer !== null) await refuseBlocked(db, viewer.uid, uids)
      await demandInsiders(entity, members, emails)

      const by = viewer?.uid ?? null
      const signed = anonymous && { sharer: { name: cleanSharerName(anonymous.name), email: anonymous.email.trim() } }
      const share = newId('row')
      await transaction(db, async (manager) => {
        await takeQuota(manager, { uid: by, address, emails }, now())
        // Counters exclude the post's creator (decision 12).
        if (what === 'bead' || entity.creatorUid !== by)
          await sql(manager, `UPDATE "${what}" SET "shareCount" = COALESCE("shareCount", 0) + 1 WHERE "id" = :id`, { id })
        await emit(manager, { kind: what === 'bead' ? 'beadShared' : 'postShared', entity: id, by, ...signed, uids, emails, message: msg })
        // One event per address, so that a failed mail neither delays nor repeats the others.
        for (const email of emails)
          await emit(manager, { kind: 'shareMailDue', share, what, entity: id, by, ...signed, email, message: msg })
      })
      return countOf(what, id)
    },

    async recount(what, id, viewer) {
      const { bead } = await open(what, id, viewer)
      const known = await db.getRepository(NetworkShareEntity).findOneBy({ entity: id })
      const isRecent = known !== null && now() - Date.parse(known.checkedDate) < recountMs
      const shares = isRecent || bead.isDraft ? null : await counter.count(hrefOf(id))
      if (shares !== null)
        await transaction(db, async (manager) => {
          // Locks the entity's row, so that concurrent recounts are serialised.
          await sql(manager, `UPDATE "${what}" SET "shareCount" = COALESCE("shareCount", 0) WHERE "id" = :id`, { id })
          const before = await manager.findOneBy(NetworkShareEntity, { entity: id })
          await sql(manager, `UPDATE "${what}" SET "shareCount" = "shareCount" + :more WHERE "id" = :id`, {
            id,
            more: shares - (before?.shares ?? 0),
          })
          await manager.upsert(NetworkShareEntity, { entity: id, shares, checkedDate: new Date(now()).toISOString() }, ['entity'])
        })
      return countOf(what, id)
    },

    async offers(what, id, { tw, fb, picture = false, isNew = false }, viewer) {
      if (picture && !viewer.isAdmin && !staff.includes(viewer.uid)) throw new StrandError('forbidden')
      const { title, image, bead } = await open(what, id, viewer)
      if (bead.isDraft) throw new StrandError('forbidden', messages.shareDraft)
      const links = await sql<{ network: string }>(db, 'SELECT "network" FROM "network_link" WHERE "uid" = :uid', { uid: viewer.uid })
      const connected = new Set(links.map(({ network }) => network))
      const url = hrefOf(id)
      const partner = isNew ? bead.extras?.partnerMetaData?.onPostShare : undefined
      const partnerText = partner === undefined ? null : shorten(`${partner.title}. ${partner.description}`, tweetLength)
      const addresses = {
        twitter: `https://twitter.com/intent/tweet?${new URLSearchParams({ text: partnerText ?? title, url }).toString()}`,
        facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url, ...(partnerText !== null && { quote: partnerText }) }).toString()}`,
      }
      const requested = [...(tw ? (['twitter'] as const) : []), ...(fb ? (['facebook'] as const) : [])]
      const offers = requested
        .filter((network) => picture || connected.has(network))
        .map((network) => ({ network, href: addresses[network] }))
      return { shared: [], offers, ...(picture && { picture: image }) }
    },
  }
}
