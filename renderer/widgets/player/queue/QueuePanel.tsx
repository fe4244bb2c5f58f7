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

/** What was played, what plays and what comes next, and everything that can be done about it (BY4). */
export default function QueuePanel({ onClose }: { onClose: () => void }) {
  const dispatch = useDispatch()
  const panel = useRef<HTMLElement>(null)
  const lastEdit = useSelector(selectLastEdit)
  const [said, say] = useState('')
  const narrow = useNarrow()
  const opened = useFocusReturn(panel)
  useSheet(narrow, onClose)

  const onKeyDown = (event: KeyboardEvent) => {
    // A row's menu lies elsewhere in the document and keeps its keys.
    if (!panel.current?.contains(event.target as Node)) return
    if (event.key === 'Escape') onClose()
    else if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z') {
      if (lastEdit) dispatch(player.undoEdit(lastEdit.id))
      say(lastEdit ? t.queue.undone : '')
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <section ref={panel} className={styles.panel} role="dialog" aria-label={t.queue.title} tabIndex={-1} onKeyDown={onKeyDown}>
      <Head onClose={onClose} />
      <QueueList say={say} takesFocus={opened} />
      <VisuallyHidden>
        <span role="status" aria-live="assertive">
          {said}
        </span>
      </VisuallyHidden>
    </section>
  )
}

function Head({ onClose }: { onClose: () => void }) {
  const dispatch = useDispatch()
  const { items, index, source, next, previous } = useSelector(({ player: { queue } }: WithPlayer) => queue)
  const repeat = useSelector((state: WithPlayer) => state.player.repeat)
  const shuffled = useSelector(selectShuffled)
  const nothingElse = items.length < 2 && next === null && previous === null
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
        pressed={shuffled}
        onClick={() => dispatch(player.setShuffle(!shuffled))}
      />
      <IconButton name={t.queue.repeat} icon={<Icon as={Repeat1} />} pressed={repeat} onClick={() => dispatch(player.setRepeat(!repeat))} />
      <IconButton
        name={t.queue.clear}
        icon={<Icon as={ListX} />}
        className={styles.clear}
        // It keeps the focus that it has when it has done its work.
        aria-disabled={nothingElse || undefined}
        onClick={() => {
          if (!nothingElse) dispatch(player.clearQueue())
        }}
      />
      <IconButton name={t.queue.close} icon={<Icon as={X} />} onClick={onClose} />
    </header>
  )
}

/** Whether it was opened just now, and not merely given another place by what has the focus. */
const isOpener = (element: Element | null): boolean =>
  !element?.closest('[data-player]') || element.getAttribute('aria-expanded') === 'true'

/** The focus goes in, and back to what opened the panel unless it has gone elsewhere meanwhile. Answers whether it goes in. */
function useFocusReturn(panel: { current: HTMLElement | null }): boolean {
  const [opener] = useState(openerNow)
  useLayoutEffect(() => {
    const element = panel.current
    return () => {
      const { activeElement, body } = document
      if (!element?.contains(activeElement) && activeElement !== body) return
      // With its last item the whole player goes, and the button with it. Where the panel only changes its place it is there again by then.
      setTimeout(() => {
        if (document.activeElement === body)
          (opener?.isConnected ? opener : document.getElementById('main'))?.focus({ preventScroll: true })
      })
    }
  }, [panel, opener])
  return isOpener(opener)
}

/** Where there is no room beside it, the panel lies over the page: what is behind it is out of reach, and another page ends it. */
function useSheet(narrow: boolean, onClose: () => void) {
  const [path] = useLocation()
  const opened = useRef(path)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (narrow && opened.current !== path) close.current()
    opened.current = path
  }, [narrow, path])
  useEffect(() => {
    const main = document.getElementById('main')
    if (!narrow || !main) return
    main.inert = true
    return () => {
      main.inert = false
    }
  }, [narrow])
}
