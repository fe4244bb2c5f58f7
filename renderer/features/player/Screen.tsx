import type { MouseEvent, Ref } from 'react'
import { AudioLines, Play, RotateCcw } from 'lucide-react'
import { useDispatch, useSelector } from 'react-redux'
import { player, selectIsWaiting, type QueueItem } from '../../player/index.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Image } from '../../ui/Image.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { usePlayer } from './usePlayer.ts'
import styles from './Screen.module.css'

/** The stage's place on the page: what is seen while the stage shows nothing, and what there is to say. */
export function Screen({ ref, item }: { ref: Ref<HTMLDivElement>; item: QueueItem }) {
  return (
    <div ref={ref} className={styles.screen}>
      <Image
        src={item.image}
        alt=""
        ratio="fill"
        fit={item.type === 'image' ? 'contain' : 'cover'}
        seed={item.postId}
        eager
        glyph={<Icon as={AudioLines} size={40} />}
      />
      <Word item={item} />
    </div>
  )
}

/** Why nothing is seen or heard, where that is so, and what can be done about it. */
function Word({ item }: { item: QueueItem }) {
  const dispatch = useDispatch()
  const waiting = useSelector(selectIsWaiting)
  // What is pressed here is gone at once; the focus stays with the player.
  const act = (command: ReturnType<typeof player.play | typeof player.retry>) => ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.closest('section')?.focus()
    dispatch(command)
  }
  const { deadItemId, ended, intent, needsGesture } = usePlayer()
  if (deadItemId === item.id) {
    const skipping = !ended && intent === 'play'
    return (
      <div className={styles.word} role="alert">
        <p className={styles.text}>{skipping ? t.player.deadSkipping : t.player.dead}</p>
        {!skipping && <Button onClick={act(player.retry())}>{t.player.tryAgain}</Button>}
      </div>
    )
  }
  if (ended)
    return (
      <div className={styles.word}>
        <Button kind="primary" icon={<Icon as={RotateCcw} />} onClick={act(player.play())}>{t.player.replay}</Button>
      </div>
    )
  if (needsGesture)
    return (
      <div className={styles.word}>
        <IconButton name={t.player.gesture} icon={<Icon as={Play} size={32} fill="currentColor" />} look="filled" className={styles.big} onClick={act(player.play())} />
        <p className={styles.text}>{t.player.gesture}</p>
      </div>
    )
  return waiting ? <div className={styles.wait}><Spinner size={40} /></div> : null
}

/** Whether words stand where the media would be: the stage gives way to them. */
export const hasWord = ({ deadItemId, ended, needsGesture }: { deadItemId: string | null; ended: boolean; needsGesture: boolean }): boolean =>
  deadItemId !== null || ended || needsGesture
