import { ListEnd, ListStart } from 'lucide-react'
import { useDispatch } from 'react-redux'
import type { Post } from '#contract/schemas.ts'
import { fromPosts, player } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import type { MenuItem } from '#ui/Menu.tsx'

/** Menu items that queue a post; empty if it is not playable. A toast with an undo shows the result (BY4). */
export function useQueueActions(post: Post): MenuItem[] {
  const dispatch = useDispatch()
  const tracks = fromPosts([post])
  if (tracks.length === 0) return []
  // `plays` preloads the player: if the queue is empty, the post plays at once.
  return [
    {
      id: 'playNext',
      label: t.playAll.playNext,
      icon: <Icon as={ListStart} />,
      plays: true,
      onSelect: () => dispatch(player.playNext(tracks)),
    },
    {
      id: 'addToQueue',
      label: t.playAll.addToQueue,
      icon: <Icon as={ListEnd} />,
      plays: true,
      onSelect: () => dispatch(player.addToQueue(tracks)),
    },
  ]
}
