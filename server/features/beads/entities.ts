import { EntitySchema } from 'typeorm'
import type { Category, PlaylistSort } from '#contract/index.ts'
import type { BeadExtras } from '#contract/schemas/bead.ts'
import type { Crop } from '#contract/schemas/image.ts'
import { count, flag, id, instant, json, longText, real, text, uid } from '#db/columns.ts'

/** A playlist. With a `groupId` it is personal (invite-only), without one open: every member may post (decision 13). */
export interface BeadRow {
  id: string
  title: string
  description: string
  category: Category
  tags: string[]
  creatorUid: string
  creationDate: string
  groupId: string | null
  isDraft: boolean
  /** Accepts no posts from members. */
  isFeed: boolean
  /** Path of the cover; null without one. */
  image: string | null
  attribution: { name: string; url: string } | null
  postCount: number
  followerCount: number
  /**
   * Hotness: the log2 of a sum to which each follow, collect and new post of weight w at time t adds w·2^(t/half-life).
   * Values compare as decayed scores would and change only with events. See `heat.ts`.
   */
  heat: number
  /** Default sort order of the playlist's posts; null for the default of all playlists (decisions 10 and 25). */
  sort?: PlaylistSort | null
  /** URL from which the server fetched the picture; null for an upload. */
  imageSrc?: string | null
  /** Visible area of the original picture (pixels). */
  crop?: Crop | null
  /** Uid of the curator whom an admin featured: first of the top curators. */
  featuredCuratorUid?: string | null
  /** The post that an admin featured: first on the playlist's page and when it is played as a whole. */
  featuredPostId?: string | null
  /** Fields that only admins set (B3). */
  extras?: Partial<BeadExtras> | null
  /** Null means 0. */
  shareCount?: number | null
  /** When an open draft was last submitted for review; null for any other playlist, and after an admin returned it. */
  submittedDate?: string | null
  /** Why an admin returned it; null unless the draft is in the hands of its creator again. */
  returnReason?: string | null
}

export const BeadEntity = new EntitySchema<BeadRow>({
  name: 'bead',
  columns: {
    id: id({ primary: true }),
    title: text(64),
    description: longText(),
    category: text(20),
    tags: json(),
    creatorUid: uid(),
    creationDate: instant(),
    groupId: id({ nullable: true }),
    isDraft: flag(),
    isFeed: flag(),
    image: text(300, { nullable: true }),
    attribution: json({ nullable: true }),
    postCount: count(),
    followerCount: count(),
    heat: real(),
    sort: text(20, { nullable: true }),
    imageSrc: text(2048, { nullable: true }),
    crop: json({ nullable: true }),
    featuredCuratorUid: uid({ nullable: true }),
    featuredPostId: id({ nullable: true }),
    extras: json({ nullable: true }),
    shareCount: count({ nullable: true }),
    submittedDate: instant({ nullable: true }),
    returnReason: longText({ nullable: true }),
  },
  indices: [
    { name: 'bead_creator', columns: ['creatorUid', 'id'] },
    { name: 'bead_waiting', columns: ['submittedDate', 'id'], where: '"isDraft" = TRUE AND "submittedDate" IS NOT NULL' },
    // Columns after `id` are values of filters, so that a list is read from the index alone (covering index).
    { name: 'bead_recent', columns: ['isDraft', 'id', 'isFeed'] },
    { name: 'bead_heat', columns: ['isDraft', 'heat', 'id', 'isFeed'] },
    { name: 'bead_category_heat', columns: ['category', 'isDraft', 'heat', 'id', 'isFeed'] },
    { name: 'bead_category_recent', columns: ['category', 'isDraft', 'id', 'isFeed'] },
    { name: 'bead_open', columns: ['isDraft', 'groupId', 'isFeed', 'id', 'category'] },
  ],
  foreignKeys: [{ name: 'bead_member', columnNames: ['creatorUid'], target: 'member', referencedColumnNames: ['uid'] }],
})

/** A playlist's tag, by its normalised key. */
export interface BeadTagRow {
  tagKey: string
  beadId: string
}

export const BeadTagEntity = new EntitySchema<BeadTagRow>({
  name: 'bead_tag',
  columns: { tagKey: text(64, { primary: true }), beadId: id({ primary: true }) },
  indices: [{ name: 'bead_tag_bead', columns: ['beadId'] }],
  foreignKeys: [{ name: 'bead_tag_of_bead', columnNames: ['beadId'], target: 'bead', referencedColumnNames: ['id'], onDelete: 'CASCADE' }],
})

/** A member, besides the creator, who may post into a personal playlist and see its draft. */
export interface InviteeRow {
  beadId: string
  uid: string
  creationDate: string
}

export const InviteeEntity = new EntitySchema<InviteeRow>({
  name: 'invitee',
  columns: { beadId: id({ primary: true }), uid: uid({ primary: true }), creationDate: instant() },
  indices: [{ name: 'invitee_uid', columns: ['uid', 'beadId'] }],
  foreignKeys: [
    { name: 'invitee_bead', columnNames: ['beadId'], target: 'bead', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
    { name: 'invitee_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
  ],
})

/** The Bead of the Day; see `day.ts`. */
export interface DayBeadRow {
  /** UTC, `2026-11-21`. */
  day: string
  beadId: string
}

export const DayBeadEntity = new EntitySchema<DayBeadRow>({
  name: 'day_bead',
  columns: { day: text(10, { primary: true }), beadId: id() },
  indices: [{ name: 'day_bead_bead', columns: ['beadId', 'day'] }],
})
