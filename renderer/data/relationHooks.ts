/** Hooks of the buttons that show and toggle a relation of the signed-in member. */
import { tagKey } from '#contract/rules.ts'
import { reportRefusal } from './privileges.ts'
import { inputFor, isFollow, relationsApi, stateIn, type FollowKind, type RelationCommand, type RelationType } from './relations.ts'
import { useMe } from './session.ts'

/** The member's relation to an entity; off for visitors and while loading. */
function useRelation(
  type: RelationType,
  entity: string,
): { on: boolean; superfollow: boolean; uid: string | null; checkAllowed: () => boolean } {
  const { me } = useMe()
  const { currentData } = relationsApi.useRelationsQuery(inputFor(me?.uid ?? '', entity), { skip: !me })
  const { on = false, superfollow = false } = stateIn(currentData?.data, type, entity) ?? {}
  // Members without the privilege can still unfollow.
  return { on, superfollow, uid: me?.uid ?? null, checkAllowed: () => on || !isFollow(type) || !reportRefusal(me, 'follow') }
}

export interface Toggle {
  on: boolean
  /** Null for a visitor, who has to sign in first. Returns the new state. */
  toggle: (() => boolean) | null
}

type Mutation = (command: RelationCommand) => unknown

const toggleOf = ({ on, uid, checkAllowed }: ReturnType<typeof useRelation>, id: string, mutate: Mutation): Toggle => ({
  on,
  toggle:
    uid === null
      ? null
      : () => {
          if (!checkAllowed()) return on
          mutate({ id, uid, on: !on })
          return !on
        },
})

// The numbers below are relation types: see `RelationType` in relations.ts.

export function useCollected(postId: string): Toggle {
  const [collect] = relationsApi.useCollectMutation()
  return toggleOf(useRelation(1, postId), postId, collect)
}

export function useUpvoted(postId: string): Toggle {
  const [upvote] = relationsApi.useUpvoteMutation()
  return toggleOf(useRelation(5, postId), postId, upvote)
}

export function useLiked(commentId: string): Toggle {
  const [like] = relationsApi.useLikeCommentMutation()
  return toggleOf(useRelation(6, commentId), commentId, like)
}

export interface Follow extends Toggle {
  superfollow: boolean
  /** Toggles notifications of every new post. Null for a visitor, and for tags, which have none. */
  toggleSuper: (() => void) | null
}

const relationTypes = { bead: 2, member: 3, tag: 4 } as const

export function useFollow(kind: FollowKind, subject: string): Follow {
  const id = kind === 'tag' ? tagKey(subject) : subject
  const relation = useRelation(relationTypes[kind], id)
  const [followBead] = relationsApi.useFollowBeadMutation()
  const [followMember] = relationsApi.useFollowMemberMutation()
  const [followTag] = relationsApi.useFollowTagMutation()
  const [superfollowBead] = relationsApi.useSuperfollowBeadMutation()
  const [superfollowMember] = relationsApi.useSuperfollowMemberMutation()
  const { superfollow, uid, checkAllowed } = relation
  const mutateSuper = kind === 'bead' ? superfollowBead : superfollowMember
  return {
    ...toggleOf(relation, id, kind === 'bead' ? followBead : kind === 'member' ? followMember : followTag),
    superfollow,
    toggleSuper:
      uid === null || kind === 'tag'
        ? null
        : () => {
            if (checkAllowed()) void mutateSuper({ id, uid, on: !superfollow })
          },
  }
}
