/** Who may do what with a playlist (B6, decisions 13 to 15 and 19), without asking the database. */
import type { Viewer } from '../../access/viewer.ts'

export interface BeadFacts {
  creatorUid: string
  groupId: string | null
  isDraft: boolean
  isFeed: boolean
  postCount: number
}

const isCreatorOrAdmin = ({ creatorUid }: Pick<BeadFacts, 'creatorUid'>, viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && (viewer.isAdmin || viewer.uid === creatorUid)

/** A draft is for its creator, its invitees and admins; what is published is for everybody. */
export const maySee = (bead: Pick<BeadFacts, 'creatorUid' | 'isDraft'>, viewer: Viewer | null, invited: boolean): boolean =>
  !bead.isDraft || invited || isCreatorOrAdmin(bead, viewer)

export const mayEdit = (bead: Pick<BeadFacts, 'creatorUid'>, viewer: Viewer | null): boolean => isCreatorOrAdmin(bead, viewer)

/** What others have put into an open playlist is theirs too: its creator may delete it only while it is empty. */
export const mayDelete = (bead: BeadFacts, viewer: Viewer | null): boolean =>
  isCreatorOrAdmin(bead, viewer) && (viewer.isAdmin || bead.groupId !== null || bead.postCount === 0)

/** Whether the playlist takes posts of this member, their privileges aside. */
export const isWriter = (bead: BeadFacts, viewer: Viewer | null, invited: boolean): boolean =>
  viewer !== null && !bead.isFeed && (bead.groupId === null || invited || isCreatorOrAdmin(bead, viewer)) && maySee(bead, viewer, invited)

export const mayPost = (bead: BeadFacts, viewer: Viewer | null, invited: boolean): boolean =>
  isWriter(bead, viewer, invited) && viewer!.privileges.canPost && viewer!.privileges.canCreatePost

/** A personal draft by its creator or an admin, an open one by an admin (decision 14). */
export const mayPublish = (bead: Pick<BeadFacts, 'creatorUid' | 'groupId' | 'isDraft'>, viewer: Viewer | null): boolean =>
  bead.isDraft && isCreatorOrAdmin(bead, viewer) && (viewer.isAdmin || bead.groupId !== null)

export const mayInvite = (bead: Pick<BeadFacts, 'creatorUid' | 'groupId'>, viewer: Viewer | null): boolean =>
  bead.groupId !== null && isCreatorOrAdmin(bead, viewer)

/** Its writers set the curated order (decision 25): whoever may add to a playlist. */
export const mayMove = (bead: BeadFacts, viewer: Viewer | null, invited: boolean): boolean =>
  isWriter(bead, viewer, invited) && viewer!.privileges.canPost

/** Whether they may leave out a personal playlist's picture, or paste the address of one (decision 17). */
export const mayDraft = ({ isAdmin, verified, privileges }: Viewer): boolean =>
  isAdmin || verified === true || privileges.canCreateDraftBead

/**
 * The same as `maySee` in SQL, for lists: of the playlists `v`, those that the viewer may see.
 * Its parameter is `:viewer`.
 */
export function visibleTo(viewer: Viewer | null): string {
  if (viewer === null) return 'v."isDraft" = FALSE'
  if (viewer.isAdmin) return 'TRUE'
  return `(v."isDraft" = FALSE OR v."creatorUid" = :viewer OR ${isInvited('v')})`
}

/** That the member `:viewer` is invited into the playlist of this alias. */
export const isInvited = (alias: string): string =>
  `EXISTS (SELECT 1 FROM "invitee" i WHERE i."beadId" = ${alias}."id" AND i."uid" = :viewer)`
