import { EntitySchema } from 'typeorm'
import type { Media } from '#contract/index.ts'
import { count, flag, id, instant, json, longText, text, uid } from '#db/columns.ts'
import type { Proposal } from './score.ts'

/** `new`: never asked for. `suspected`: it was not there the last time, and not yet for long enough. */
export type LinkState = 'new' | 'well' | 'suspected' | 'dead'

/** An address that posts hold, once, however many do. */
export interface LinkCheckRow {
  /** Digest of the address. */
  id: string
  href: string
  /** Whom a check asks, and is polite to. */
  host: string
  state: LinkState
  /** When it is asked for next. */
  dueDate: string
  /** Answers in a row that said the same. */
  steps: number
  /** Times in a row that nobody could tell. */
  troubles: number
  /** The first of the misses in a row. */
  missedDate: string | null
  /** When somebody last answered. */
  checkedDate: string | null
  /** False while posts are still to be told of its state. */
  told: boolean
}

export const LinkCheckEntity = new EntitySchema<LinkCheckRow>({
  name: 'link_check',
  columns: {
    id: text(43, { primary: true }),
    href: longText(),
    host: text(255),
    state: text(9),
    dueDate: instant(),
    steps: count(),
    troubles: count(),
    missedDate: instant({ nullable: true }),
    checkedDate: instant({ nullable: true }),
    told: flag(),
  },
  indices: [
    { name: 'link_check_due', columns: ['dueDate', 'id'] },
    { name: 'link_check_host', columns: ['host', 'state', 'checkedDate'] },
  ],
})

/** Which posts hold it. */
export const PostLinkEntity = new EntitySchema<{ postId: string; linkId: string }>({
  name: 'post_link',
  columns: { postId: id({ primary: true }), linkId: text(43, { primary: true }) },
  indices: [{ name: 'post_link_holders', columns: ['linkId', 'postId'] }],
  foreignKeys: [
    { name: 'post_link_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
    { name: 'post_link_check', columnNames: ['linkId'], target: 'link_check', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
  ],
})

/** How far posts that are older than the checks have been looked at: one row. */
export const LinkWalkEntity = new EntitySchema<{ id: number; postId: string }>({
  name: 'link_walk',
  columns: { id: { type: 'integer', primary: true }, postId: id() },
})

/** What was found for a dead post, so that nobody is asked again and again. */
export interface RepairSearchRow {
  postId: string
  /** Digest of the medium that it was found for. */
  version: string
  searchedDate: string
  proposals: Proposal[]
  /** Addresses that somebody said no to. They outlive a new search. */
  rejected: string[]
  /** Services that did not answer. */
  outages: string[]
}

export const RepairSearchEntity = new EntitySchema<RepairSearchRow>({
  name: 'repair_search',
  columns: {
    postId: id({ primary: true }),
    version: text(22),
    searchedDate: instant(),
    proposals: json(),
    rejected: json(),
    outages: json(),
  },
  foreignKeys: [
    { name: 'repair_search_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
  ],
})

/** What was replaced, by whom and by what. */
export interface RepairRow {
  id: string
  postId: string
  uid: string
  creationDate: string
  before: Media
  beforeKey: string | null
  after: Media
  undoneUid: string | null
  undoneDate: string | null
}

export const RepairEntity = new EntitySchema<RepairRow>({
  name: 'repair',
  columns: {
    id: id({ primary: true }),
    postId: id(),
    uid: uid(),
    creationDate: instant(),
    before: json(),
    beforeKey: text(400, { nullable: true }),
    after: json(),
    undoneUid: uid({ nullable: true }),
    undoneDate: instant({ nullable: true }),
  },
  indices: [{ name: 'repair_post', columns: ['postId', 'id'] }],
  foreignKeys: [{ name: 'repair_of_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' }],
})
