/** Permissions of playlists (B6, decisions 13 to 15 and 19), without database access. */
import type { Viewer } from '#access/viewer.ts'

export interface BeadFacts {
  creatorUid: string
  groupId: string | null
  isDraft: boolean
  isFeed: boolean
  postCount: number
}

const isCreatorOrAdmin = ({ creatorUid }: Pick<BeadFacts, 'creatorUid'>, viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && (viewer.isAdmin || viewer.uid === creatorUid)

/** A draft is visible to its creator, its invitees and admins. */
export const maySee = (bead: Pick<BeadFacts, 'creatorUid' | 'isDraft'>, viewer: Viewer | null, invited: boolean): boolean =>
  !bead.isDraft || invited || isCreatorOrAdmin(bead, viewer)

export const mayEdit = (bead: Pick<BeadFacts, 'creatorUid'>, viewer: Viewer | null): boolean => isCreatorOrAdmin(bead, viewer)

/** The creator of an open playlist may delete it only while it is empty, because its posts belong to others. */
export const mayDelete = (bead: BeadFacts, viewer: Viewer | null): boolean =>
  isCreatorOrAdmin(bead, viewer) && (viewer.isAdmin || bead.groupId !== null || bead.postCount === 0)

/** Whether the member may post into the playlist, apart from privileges. */
export const isWriter = (bead: BeadFacts, viewer: Viewer | null, invited: boolean): boolean =>
  viewer !== null && !bead.isFeed && (bead.groupId === null || invited || isCreatorOrAdmin(bead, viewer)) && maySee(bead, viewer, invited)

export const mayPost = (bead: BeadFacts, viewer: Viewer | null, invited: boolean): boolean =>
  isWriter(bead, viewer, invited) && viewer!.privileges.canPost && viewer!.privileges.canCreatePost

/** A personal draft by its creator or an admin, an open one by an admin (decision 14). */
export const mayPublish = (bead: Pick<BeadFacts, 'creatorUid' | 'groupId' | 'isDraft'>, viewer: Viewer | null): boolean =>
  bead.isDraft && isCreatorOrAdmin(bead, viewer) && (viewer.isAdmin || bead.groupId !== null)

export const mayInvite = (bead: Pick<BeadFacts, 'creatorUid' | 'groupId'>, viewer: Viewer | null): boolean =>
  bead.groupId !== null && isCreatorOrAdmin(bead, viewer)

/** Members who may post also set the curated order (decision 25). */
export const mayMove = (bead: BeadFacts, viewer: Viewer | null, invited: boolean): boolean =>
  isWriter(bead, viewer, invited) && viewer!.privileges.canPost

/** Whether the member may omit a personal playlist's picture or paste an address (decision 17). */
export const mayDraft = ({ isAdmin, verified, privileges }: Viewer): boolean =>
  isAdmin || verified === true || privileges.canCreateDraftBead

/**
 * `maySee` as an SQL condition on playlists `v`, with the parameter `:viewer`.
 */
export function visibleTo(viewer: Viewer | null): string {
  if (viewer === null) return 'v."isDraft" = FALSE'
  if (viewer.isAdmin) return 'TRUE'
  return `(v."isDraft" = FALSE OR v."creatorUid" = :viewer OR ${isInvited('v')})`
}

/** SQL condition: `:viewer` is an invitee of the playlist with this alias. */
export const isInvited = (alias: string): string =>
  `EXISTS (SELECT 1 FROM "invitee" i WHERE i."beadId" = ${alias}."id" AND i."uid" = :viewer)`
