import type { FeedItem } from '#contract/schemas/feed.ts'
import { useMe } from '#data/index.ts'
import { useActs } from '../actions.ts'
import { followersOf, reasonsOf } from '../sentence.ts'
import { Popular, Reasons } from './Reasons.tsx'

/** Why an item is here, for who follows anything. */
export function Because({ item }: { item: FeedItem }) {
  const { me } = useMe()
  const acts = useActs()
  const reasons = reasonsOf(item)
  const followers = followersOf(item)
  if (!me) return null
  if (reasons.length + followers.length === 0)
    return item.type === 'suggestion' ? <Popular onDismiss={() => void acts.dismiss(item)} /> : null
  return (
    <Reasons
      reasons={reasons}
      followers={followers}
      onUnfollow={(reason) => void acts.unfollow(reason)}
      onFewer={(reason) => void acts.fewer(item, reason)}
    />
  )
}
