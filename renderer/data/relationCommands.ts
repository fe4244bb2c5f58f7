/**
 * Sets a relation without its button: after a sign-in (A4.2), or as part of another action. Each promise resolves to
 * whether the relation changed.
 */
import { tagKey } from '#contract/rules.ts'
import { meIn } from './api.ts'
import type { ApiDispatch } from './cachePatches.ts'
import { reportRefusal } from './privileges.ts'
import { inputFor, isFollow, relationsApi, stateIn, type FollowKind, type RelationCommand, type RelationType } from './relations.ts'

/** A cached answer is refetched if it is older than this (seconds). A button may just have requested it. */
const maxAgeSeconds = 5

/** Calls `make` unless the relation exists. Returns whether the relation was off before and is on now. */
async function ensure(
  dispatch: ApiDispatch,
  type: RelationType,
  command: RelationCommand,
  make: () => PromiseLike<{ error?: unknown }>,
): Promise<boolean> {
  const answer = await dispatch(
    relationsApi.endpoints.relations.initiate(inputFor(command.uid, command.id), { subscribe: false, forceRefetch: maxAgeSeconds }),
  )
  if (stateIn(answer.data?.data, type, command.id)?.on) return false
  return (await make()).error === undefined
}

const ensureRelation =
  (type: RelationType, endpoint: 'collect' | 'upvote' | 'followBead' | 'followMember' | 'followTag' | 'likeComment') =>
  async (dispatch: ApiDispatch, uid: string, subject: string): Promise<boolean> => {
    if (isFollow(type) && dispatch((_, getState) => reportRefusal(meIn(getState()), 'follow'))) return false
    const command = { uid, id: endpoint === 'followTag' ? tagKey(subject) : subject, on: true }
    const initiate = relationsApi.endpoints[endpoint].initiate as typeof relationsApi.endpoints.collect.initiate
    return ensure(dispatch, type, command, () => dispatch(initiate(command, { track: false })))
  }

// The numbers are relation types: see `RelationType`.
export const collectAs = ensureRelation(1, 'collect')
export const upvoteAs = ensureRelation(5, 'upvote')
export const followBeadAs = ensureRelation(2, 'followBead')
export const followMemberAs = ensureRelation(3, 'followMember')
export const followTagAs = ensureRelation(4, 'followTag')
export const likeCommentAs = ensureRelation(6, 'likeComment')

interface Subject {
  type: FollowKind
  id: string
}
/** Follows a playlist, member or tag. */
export const followAs = (dispatch: ApiDispatch, uid: string, { type, id }: Subject): Promise<boolean> =>
  ({ bead: followBeadAs, member: followMemberAs, tag: followTagAs })[type](dispatch, uid, id)

/** Unfollows, which needs no privilege. Returns whether it succeeded. */
export async function unfollowAs(dispatch: ApiDispatch, uid: string, { type, id }: Subject): Promise<boolean> {
  const endpoint = relationsApi.endpoints[({ bead: 'followBead', member: 'followMember', tag: 'followTag' } as const)[type]]
  const initiate = endpoint.initiate as typeof relationsApi.endpoints.followTag.initiate
  return (await dispatch(initiate({ id: type === 'tag' ? tagKey(id) : id, uid, on: false }, { track: false }))).error === undefined
}
