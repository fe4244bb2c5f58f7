import type { FeedItem } from '#contract/schemas/feed.ts'
import { useMe } from '#data/index.ts'
import { useFeedItemActions } from '../actions.ts'
import { followersOf, reasonsOf } from '../sentence.ts'
import { PopularReason, Reasons } from './Reasons.tsx'

/** The reasons for an item, with the actions of its feed. Visitors follow nothing, so they see no reasons. */
export function ItemReasons({ item }: { item: FeedItem }) {
  const { me } = useMe()
  const actions = useFeedItemActions()
  const reasons = reasonsOf(item)
  const followers = followersOf(item)
  if (!me) return null
  if (reasons.length + followers.length === 0)
    return item.type === 'suggestion' ? <PopularReason onDismiss={() => void actions.dismiss(item)} /> : null
  return (
    <Reasons
      reasons={reasons}
      followers={followers}
      onUnfollow={(reason) => void actions.unfollow(reason)}
      onFewer={(reason) => void actions.fewer(item, reason)}
    />
  )
}
