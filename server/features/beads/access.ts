/**
 * Permissions of playlists (B6, decisions 13 to 15 and 19), computed without database access. A playlist is either open
 * (`groupId` null: every member may post) or personal (only the creator and the invitees may post).
 */
import { isActiveAdmin } from '#access/admins.ts'
import type { Viewer } from '#access/viewer.ts'

export interface BeadFacts {
  creatorUid: string
  /** Null for an open playlist. */
  groupId: string | null
  isDraft: boolean
  /** Accepts no posts from members. */
  isFeed: boolean
  postCount: number
  /** When an open draft was submitted for review; null if it is in the hands of its creator. */
  submittedDate: string | null
}

const isCreatorOrAdmin = ({ creatorUid }: Pick<BeadFacts, 'creatorUid'>, viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && (viewer.isAdmin || viewer.uid === creatorUid)

/** A draft is visible to its creator, its invitees and admins; other playlists to everyone. */
export const maySee = (bead: Pick<BeadFacts, 'creatorUid' | 'isDraft'>, viewer: Viewer | null, invited: boolean): boolean =>
  !bead.isDraft || invited || isCreatorOrAdmin(bead, viewer)

export const mayEdit = (bead: Pick<BeadFacts, 'creatorUid'>, viewer: Viewer | null): boolean => isCreatorOrAdmin(bead, viewer)

/** The creator of an open playlist may delete it only while it is empty, because other members post there. */
export const mayDelete = (bead: BeadFacts, viewer: Viewer | null): boolean =>
  isCreatorOrAdmin(bead, viewer) && (viewer.isAdmin || bead.groupId !== null || bead.postCount === 0)

/** Whether the playlist accepts posts of the member. `mayPost` checks the member's privileges too. */
export const isWriter = (bead: BeadFacts, viewer: Viewer | null, invited: boolean): boolean =>
  viewer !== null && !bead.isFeed && (bead.groupId === null || invited || isCreatorOrAdmin(bead, viewer)) && maySee(bead, viewer, invited)

export const mayPost = (bead: BeadFacts, viewer: Viewer | null, invited: boolean): boolean =>
  isWriter(bead, viewer, invited) && viewer!.privileges.canPost && viewer!.privileges.canCreatePost

/** A personal draft may be published by its creator or an admin, an open one only by an admin (decision 14). */
export const mayPublish = (bead: Pick<BeadFacts, 'creatorUid' | 'groupId' | 'isDraft'>, viewer: Viewer | null): boolean =>
  bead.isDraft && isCreatorOrAdmin(bead, viewer) && (viewer.isAdmin || bead.groupId !== null)

/** Whether an admin returned the open draft to its creator. */
export const isReturned = ({ isDraft, groupId, submittedDate }: Pick<BeadFacts, 'isDraft' | 'groupId' | 'submittedDate'>): boolean =>
  isDraft && groupId === null && submittedDate === null

/** A returned draft may be submitted for review again. */
export const maySubmit = (bead: Pick<BeadFacts, 'creatorUid' | 'isDraft' | 'groupId' | 'submittedDate'>, viewer: Viewer | null): boolean =>
  isReturned(bead) && isCreatorOrAdmin(bead, viewer)

export const mayInvite = (bead: Pick<BeadFacts, 'creatorUid' | 'groupId'>, viewer: Viewer | null): boolean =>
  bead.groupId !== null && isCreatorOrAdmin(bead, viewer)

/** Members who may post may also move posts within the curated order (decision 25). */
export const mayMove = (bead: BeadFacts, viewer: Viewer | null, invited: boolean): boolean =>
  isWriter(bead, viewer, invited) && viewer!.privileges.canPost

/** Whether the member may create a personal playlist without a picture, or use the pasted URL of one (decision 17). */
export const mayDraft = ({ isAdmin, verified, privileges }: Viewer): boolean =>
  isAdmin || verified === true || privileges.canCreateDraftBead

/** `maySee` as an SQL condition on a playlist `v`, with the parameter `:viewer`. */
export function visibleTo(viewer: Viewer | null): string {
  if (viewer === null) return 'v."isDraft" = FALSE'
  if (viewer.isAdmin) return 'TRUE'
  return `(v."isDraft" = FALSE OR v."creatorUid" = :viewer OR ${isInvited('v')})`
}

/** `maySee` as an SQL condition on a playlist `v` and a member `m`, with the parameter `:now`. For background jobs, which have no viewer. */
export const visibleToMember = `(v."isDraft" = FALSE OR v."creatorUid" = m."uid" OR (${isActiveAdmin('m')})
  OR EXISTS (SELECT 1 FROM "invitee" i WHERE i."beadId" = v."id" AND i."uid" = m."uid"))`

/** SQL condition: `:viewer` is an invitee of the playlist with this alias. */
export const isInvited = (alias: string): string =>
  `EXISTS (SELECT 1 FROM "invitee" i WHERE i."beadId" = ${alias}."id" AND i."uid" = :viewer)`
