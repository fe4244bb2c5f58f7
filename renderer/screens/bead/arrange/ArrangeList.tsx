import {
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { ArrowDownToLine, ArrowUpToLine, Ellipsis, FileText, GripVertical } from 'lucide-react'
import type { Bead, Post } from '#contract/schemas.ts'
import { useMovePostMutation } from '#data/beadPage.ts'
import { targetAt, type Target } from '#data/reorder.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Image } from '#ui/Image.tsx'
import { Menu } from '#ui/Menu.tsx'
import { seenAt } from '#ui/rows.ts'
import { showToast } from '#ui/toast.ts'
import { useLift } from '#ui/useLift.ts'
import styles from './Arrange.module.css'

interface ArrangeListProps {
  bead: Bead
  items: readonly Post[]
  /** The total, including posts that are not loaded yet. */
  total: number
  /** Called when a row moved by keyboard reaches the last loaded row. */
  onEnd: () => void
  say: (words: string) => void
  /** True while a row is being moved. */
  held: RefObject<boolean>
  /** Rendered after the last row. */
  children: ReactNode
}

/** Row height in rem: scales with the text size. */
const rowSize = 3.75

const idAt = (target: EventTarget): string | undefined =>
  target instanceof Element && target.closest('[data-part="handle"]') ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined

/** Sortable rows: drag by the handle with mouse or touch, or lift and move with the keyboard (BY5). */
export function ArrangeList({ bead, items, total, onEnd, say, held: holdingRef, children }: ArrangeListProps) {
  // The scroll container of the panel.
  const scroller = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const hint = useId()
  const [row] = useState(() => rowSize * parseFloat(getComputedStyle(document.documentElement).fontSize))
  const latest = useRef(items)
  const [move] = useMovePostMutation()
  useEffect(() => {
    latest.current = items
  })

  const moveTo = (id: string, to: Target) => {
    const ids = latest.current.map((post) => post.id)
    const post = latest.current.find((one) => one.id === id)
    if (!post) return
    const back = targetAt(ids, id, ids.indexOf(id))
    void move({ bead: bead.id, post, to, back }).then(({ error }) => {
      if (error) return
      const undo = () => {
        void move({ bead: bead.id, post, to: back, back: to })
        say(t.beadPage.undone)
      }
      showToast({ text: t.beadPage.moved(post.title), action: { label: t.common.undo, onSelect: undo }, now: true })
    })
  }
  const lift = useLift({
    items,
    present: () => latest.current,
    words: t.beadPage,
    scroller,
    list,
    row,
    total,
    say,
    onMove: (id, place) =>
      moveTo(
        id,
        targetAt(
          latest.current.map((post) => post.id),
          id,
          place,
        ),
      ),
  })
  const { held } = lift
  useEffect(() => {
    holdingRef.current = held !== null
  })
  const atEnd = held?.by === 'keys' && held.to === items.length - 1
  useEffect(() => {
    if (atEnd) onEnd()
  }, [atEnd, onEnd])

  /** The row that gets the focus back after a move by keyboard, and is scrolled into view. */
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const handle =
      wanted.current === null ? null : list.current?.querySelector<HTMLElement>(`[data-id="${wanted.current}"] [data-part="handle"]`)
    wanted.current = null
    if (handle && handle !== document.activeElement) handle.focus()
    if (handle) handle.scrollIntoView({ block: 'nearest' })
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const id = idAt(event.target)
    if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const by = { ArrowUp: -1, ArrowDown: 1, Home: -items.length, End: items.length }[event.key]
    if (by !== undefined && held?.by === 'keys') {
      lift.shift(by)
      wanted.current = id
    } else if (by !== undefined) {
      const place = Math.min(Math.max(items.findIndex((post) => post.id === id) + by, 0), items.length - 1)
      list.current?.querySelector<HTMLElement>(`[data-id="${items[place]!.id}"] [data-part="handle"]`)?.focus()
    } else if (event.key === 'Escape' && held?.by === 'keys') lift.cancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent) => {
    const id = idAt(event.target)
    // `detail` is 0 for clicks by keyboard or screen reader.
    if (id === undefined || event.detail !== 0) return
    wanted.current = id
    if (held) lift.drop()
    else lift.lift(id)
  }

  return (
    <div
      ref={(element) => void (scroller.current = element?.parentElement ?? null)}
      className={styles.scroller}
      style={{ '--row': `${row}px` } as CSSProperties}
    >
      <p id={hint} hidden>
        {t.beadPage.handleHint}
      </p>
      <ol
        ref={list}
        className={styles.list}
        aria-label={t.beadPage.arrangeList}
        data-lifting={held?.by}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (held?.by === 'keys' && wanted.current === null && idAt(event.target) === held.id) lift.cancel()
        }}
        onPointerDown={(event) => {
          const id = idAt(event.target)
          if (id !== undefined && event.button === 0 && event.isPrimary) lift.byPointer(event, id, true)
        }}
      >
        {items.map((post, place) => (
          <li
            key={post.id}
            className={styles.row}
            data-id={post.id}
            data-held={post.id === held?.id || undefined}
            style={
              {
                '--y': `${((held ? seenAt(place, held.from, held.to) : place) - place) * row}px`,
                '--top': `${place * row}px`,
              } as CSSProperties
            }
          >
            <button
              type="button"
              className={styles.handle}
              data-part="handle"
              aria-label={t.beadPage.handle(post.title)}
              aria-describedby={hint}
              title={t.beadPage.handle(post.title)}
            >
              <Icon as={GripVertical} size={18} />
            </button>
            <span className={styles.picture}>
              <Image src={post.media?.image} alt="" ratio="1/1" seed={post.id} glyph={<Icon as={FileText} size={18} />} />
            </span>
            <span className={styles.words}>
              <span className={styles.title} title={post.title}>
                {post.title}
              </span>
              <span className={styles.who}>{post.creator.name}</span>
            </span>
            <Menu
              label={t.beadPage.rowMore(post.title)}
              items={[
                {
                  id: 'top',
                  label: t.beadPage.toTop,
                  icon: <Icon as={ArrowUpToLine} />,
                  disabled: place === 0,
                  onSelect: () => moveTo(post.id, { after: null }),
                },
                {
                  id: 'bottom',
                  label: t.beadPage.toBottom,
                  icon: <Icon as={ArrowDownToLine} />,
                  onSelect: () => moveTo(post.id, { before: null }),
                },
              ]}
              trigger={(properties) => <IconButton {...properties} name={t.beadPage.rowMore(post.title)} icon={<Icon as={Ellipsis} />} />}
            />
          </li>
        ))}
      </ol>
      {children}
    </div>
  )
}
