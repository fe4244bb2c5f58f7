import { useEffect } from 'react'
import { Repeat2 } from 'lucide-react'
import type { Post } from '#contract/schemas.ts'
import { useIntent, useSite } from '#data/index.ts'
import { fromPosts, loadPreload } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { useQueueActions } from './useQueueActions.tsx'
import { useHoverDelay } from './useHoverDelay.ts'
import styles from './CardOverlay.module.css'

/**
 * Actions on a card's picture while the mouse hovers it. All of them are also in the card's menu, for keyboard and
 * touch.
 */
export default function CardOverlay({ post }: { post: Post }) {
  const queueing = useQueueActions(post)
  const intend = useIntent()
  const { readOnly } = useSite()
  const rested = useHoverDelay()
  useEffect(() => {
    // Preloads what playback needs: play is a likely next action.
    if (rested)
      loadPreload().then(
        ({ preloadTrack }) => fromPosts([post]).forEach((track) => preloadTrack(track)),
        () => undefined,
      )
  }, [rested, post])
  if (!rested) return null
  return (
    <div className={styles.overlay}>
      {queueing.map(({ id, label, icon, onSelect }) => (
        <IconButton key={id} look="over" tabIndex={-1} name={label} icon={<>{icon}</>} onClick={onSelect} />
      ))}
      {!readOnly && post.can.repost !== false && (
        <IconButton
          look="over"
          tabIndex={-1}
          name={t.postActs.repost}
          icon={<Icon as={Repeat2} />}
          onClick={() => intend({ type: 'repost', id: post.id })}
        />
      )}
    </div>
  )
}
