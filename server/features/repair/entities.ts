import { EntitySchema } from 'typeorm'
import type { Media } from '#contract/index.ts'
import { count, flag, id, instant, json, longText, text, uid } from '#db/columns.ts'
import type { Proposal } from './score.ts'

/** `new`: never checked. `suspected`: gone in the latest checks, but not for long enough to be dead. */
export type LinkState = 'new' | 'well' | 'suspected' | 'dead'

/** A link of one or more posts. */
export interface LinkCheckRow {
  /** Digest of the URL. */
  id: string
  href: string
  /** Host that answers checks; requests to it are throttled. */
  host: string
  state: LinkState
  /** Date of the next check. */
  dueDate: string
  /** Consecutive checks with the same result. */
  steps: number
  /** Consecutive checks without a result. */
  troubles: number
  /** Date of the first of the consecutive misses. */
  missedDate: string | null
  /** Date of the latest check with a result. */
  checkedDate: string | null
  /** False while the state has yet to be written into the posts. */
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

/** The links of each post. */
export const PostLinkEntity = new EntitySchema<{ postId: string; linkId: string }>({
  name: 'post_link',
  columns: { postId: id({ primary: true }), linkId: text(43, { primary: true }) },
  indices: [{ name: 'post_link_holders', columns: ['linkId', 'postId'] }],
  foreignKeys: [
    { name: 'post_link_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
    { name: 'post_link_check', columnNames: ['linkId'], target: 'link_check', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
  ],
})

/** Requests to a host and its errors, shared by all servers. Rows without errors are deleted after an hour. */
export interface LinkHostRow {
  host: string
  /** Start of the current interval of `hosts.ts`, and the checks in it. */
  windowDate: string
  checks: number
  /** Consecutive errors; none: the following fields are null. */
  failures: number
  failingSince: string | null
  /** Date of the latest error, and its HTTP status or reason. */
  failureDate: string | null
  failure: string | null
  /** No link of the host is checked before this date. */
  pausedUntil: string | null
}

export const LinkHostEntity = new EntitySchema<LinkHostRow>({
  name: 'link_host',
  columns: {
    host: text(255, { primary: true }),
    windowDate: instant(),
    checks: count(),
    failures: count(),
    failingSince: instant({ nullable: true }),
    failureDate: instant({ nullable: true }),
    failure: text(20, { nullable: true }),
    pausedUntil: instant({ nullable: true }),
  },
  indices: [{ name: 'link_host_failing', columns: ['failureDate', 'host'] }],
})

/** The latest round that had due links: one row. */
export interface LinkRoundRow {
  id: number
  startDate: string
  endDate: string
  alive: number
  gone: number
  unclear: number
  failed: number
  postponed: number
}

export const LinkRoundEntity = new EntitySchema<LinkRoundRow>({
  name: 'link_round',
  columns: {
    id: { type: 'integer', primary: true },
    startDate: instant(),
    endDate: instant(),
    alive: count(),
    gone: count(),
    unclear: count(),
    failed: count(),
    postponed: count(),
  },
})

/** Progress of the registration of posts that are older than the checks: one row. */
export const LinkWalkEntity = new EntitySchema<{ id: number; postId: string }>({
  name: 'link_walk',
  columns: { id: { type: 'integer', primary: true }, postId: id() },
})

/** Stored suggestions for a dead post, so that a search is not repeated. */
export interface RepairSearchRow {
  postId: string
  /** Digest of the medium that is to be replaced. */
  version: string
  searchedDate: string
  proposals: Proposal[]
  /** URLs of rejected suggestions. They outlive a new search. */
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

/** A replacement of a medium. */
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
  /** Whether the replacement, and its undoing, were permitted by the admin's rights only: members do not see the name. */
  byAdmin: boolean | null
  undoneByAdmin: boolean | null
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
    byAdmin: flag({ nullable: true }),
    undoneByAdmin: flag({ nullable: true }),
  },
  indices: [{ name: 'repair_post', columns: ['postId', 'id'] }],
  foreignKeys: [{ name: 'repair_of_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' }],
})
