import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ListX, Repeat1, Shuffle, X } from 'lucide-react'
import { useDispatch, useSelector } from 'react-redux'
import { Link, useLocation } from 'wouter'
import { player, selectLastEdit, selectShuffled, type WithPlayer } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { openerNow } from '#ui/opener.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { useNarrow } from '../useMedia.ts'
import { QueueList } from './QueueList.tsx'
import styles from './QueuePanel.module.css'

/** The queue: played, current and upcoming items, with all actions (BY4). */
export default function QueuePanel({ onClose }: { onClose: () => void }) {
  const dispatch = useDispatch()
  const panel = useRef<HTMLElement>(null)
  const lastEdit = useSelector(selectLastEdit)
  const [announcement, announce] = useState('')
  const isNarrow = useNarrow()
  const movesFocus = useFocusReturn(panel)
  useSheet(isNarrow, onClose)

  const onKeyDown = (event: KeyboardEvent) => {
    // A row's menu is rendered in a portal and handles its own keys.
    if (!panel.current?.contains(event.target as Node)) return
    if (event.key === 'Escape') onClose()
    else if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z') {
      if (lastEdit) dispatch(player.undoEdit(lastEdit.id))
      announce(lastEdit ? t.queue.undone : '')
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <section ref={panel} className={styles.panel} role="dialog" aria-label={t.queue.title} tabIndex={-1} onKeyDown={onKeyDown}>
      <Head onClose={onClose} />
      <QueueList announce={announce} takesFocus={movesFocus} />
      <VisuallyHidden>
        <span role="status" aria-live="assertive">
          {announcement}
        </span>
      </VisuallyHidden>
    </section>
  )
}

function Head({ onClose }: { onClose: () => void }) {
  const dispatch = useDispatch()
  const { items, index, source, next, previous } = useSelector(({ player: { queue } }: WithPlayer) => queue)
  const repeat = useSelector((state: WithPlayer) => state.player.repeat)
  const isShuffled = useSelector(selectShuffled)
  const canClear = items.length > 1 || next !== null || previous !== null
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h2 className={styles.title}>{t.queue.title}</h2>
        <p className={styles.from}>
          <span className={styles.place}>{t.queue.place(index + 1, items.length, next !== null)}</span>
          {source && source.title !== '' && (
            <span className={styles.source}>
              {t.queue.from} <Link href={source.href}>{source.title}</Link>
            </span>
          )}
        </p>
      </div>
      <IconButton
        name={t.queue.shuffle}
        icon={<Icon as={Shuffle} />}
        pressed={isShuffled}
        onClick={() => dispatch(player.setShuffle(!isShuffled))}
      />
      <IconButton name={t.queue.repeat} icon={<Icon as={Repeat1} />} pressed={repeat} onClick={() => dispatch(player.setRepeat(!repeat))} />
      <IconButton
        name={t.queue.clear}
        icon={<Icon as={ListX} />}
        className={styles.clear}
        // aria-disabled instead of disabled: the button must keep the focus after clearing.
        aria-disabled={!canClear || undefined}
        onClick={() => {
          if (canClear) dispatch(player.clearQueue())
        }}
      />
      <IconButton name={t.queue.close} icon={<Icon as={X} />} onClick={onClose} />
    </header>
  )
}

/**
 * Whether the focused element opened the queue. False for another control of the player, which has changed the layout
 * and so mounted the panel again in another place: that control keeps the focus.
 */
const isOpener = (element: Element | null): boolean =>
  !element?.closest('[data-player]') || element.getAttribute('aria-expanded') === 'true'

/**
 * On unmount, moves the focus from the panel back to its opener, unless it has moved elsewhere. Returns whether the
 * panel should take the focus when it mounts.
 */
function useFocusReturn(panel: { current: HTMLElement | null }): boolean {
  const [opener] = useState(openerNow)
  useLayoutEffect(() => {
    const element = panel.current
    return () => {
      const { activeElement, body } = document
      if (!element?.contains(activeElement) && activeElement !== body) return
      // Deferred: removing the last item unmounts the player with the opener, and a layout change mounts the panel again.
      setTimeout(() => {
        if (document.activeElement === body)
          (opener?.isConnected ? opener : document.getElementById('main'))?.focus({ preventScroll: true })
      })
    }
  }, [panel, opener])
  return isOpener(opener)
}

/** In narrow windows the panel is a sheet that covers the page: the page is inert, and navigation closes the panel. */
function useSheet(isNarrow: boolean, onClose: () => void) {
  const [path] = useLocation()
  const lastPath = useRef(path)
  const latestOnClose = useRef(onClose)
  useEffect(() => {
    latestOnClose.current = onClose
  })
  useEffect(() => {
    if (isNarrow && lastPath.current !== path) latestOnClose.current()
    lastPath.current = path
  }, [isNarrow, path])
  useEffect(() => {
    const main = document.getElementById('main')
    if (!isNarrow || !main) return
    main.inert = true
    return () => {
      main.inert = false
    }
  }, [isNarrow])
}
