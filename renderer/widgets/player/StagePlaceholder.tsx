import type { Ref } from 'react'
import { useSelector } from 'react-redux'
import { selectIsWaiting, type QueueItem } from '#player/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { mediumGlyphOf } from './glyph.ts'
import { StatusOverlay } from './StatusOverlay.tsx'
import styles from './StagePlaceholder.module.css'

/** The area that the stage covers. While the stage is hidden, it shows the artwork and the player's status. */
export function StagePlaceholder({ ref, item }: { ref: Ref<HTMLDivElement>; item: QueueItem }) {
  const waiting = useSelector(selectIsWaiting)
  return (
    <div ref={ref} className={styles.screen}>
      <Image
        src={item.image}
        alt=""
        ratio="fill"
        fit={item.type === 'image' ? 'contain' : 'cover'}
        seed={item.postId}
        eager
        glyph={<Icon as={mediumGlyphOf(item)} size={40} />}
      />
      {waiting && (
        <div className={styles.wait}>
          <Spinner size={40} />
        </div>
      )}
      <StatusOverlay item={item} />
    </div>
  )
}
