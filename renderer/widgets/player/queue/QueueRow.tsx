import { memo, type CSSProperties } from 'react'
import {
  ArrowDownToLine,
  ArrowUpToLine,
  AudioLines,
  CircleAlert,
  Ellipsis,
  ExternalLink,
  GripVertical,
  ListStart,
  Pause,
  Play,
  Trash2,
} from 'lucide-react'
import type { QueueItem } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Image } from '#ui/Image.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import { glyphOf } from '../glyph.ts'
import styles from './QueueRow.module.css'

/** Actions on an item; `next`, `top` and `bottom` move it: after the current item, to the start, to the end. */
export type RowAction = 'play' | 'next' | 'top' | 'bottom' | 'remove'

/** Focusable part of a row. */
export type Part = 'handle' | 'play' | 'menu'

interface QueueRowProps {
  item: QueueItem
  /** Zero-based index. */
  position: number
  count: number
  /** Offset from the start of the list in px. */
  top: number
  when: 'played' | 'current' | 'next'
  playing: boolean
  unplayable: boolean
  /** The row is being moved, by pointer or by keys. */
  held: boolean
  /** Its controls are tab stops (one row at a time). */
  tabbable: boolean
  /** Id of the element that explains the drag handle. */
  hint: string
  /** Called by the menu. */
  onAction: (onSelect: RowAction, id: string) => void
}

/** One item of the queue. The list handles its events by `data-part`; only the menu has handlers of its own. */
export const QueueRow = memo(function QueueRow({
  item,
  position,
  count,
  top,
  when,
  playing,
  unplayable,
  held,
  tabbable,
  hint,
  onAction,
}: QueueRowProps) {
  const { id, title, creator } = item
  const tabIndex = tabbable ? 0 : -1
  const current = when === 'current'
  const onSelect = (name: RowAction) => () => onAction(name, id)
  const items: MenuItem[] = [
    ...(current
      ? []
      : [
          { id: 'play', label: t.queue.playNow, icon: <Icon as={Play} />, onSelect: onSelect('play') },
          { id: 'next', label: t.playAll.playNext, icon: <Icon as={ListStart} />, onSelect: onSelect('next') },
        ]),
    { id: 'top', label: t.queue.toTop, icon: <Icon as={ArrowUpToLine} />, disabled: position === 0, onSelect: onSelect('top') },
    {
      id: 'bottom',
      label: t.queue.toBottom,
      icon: <Icon as={ArrowDownToLine} />,
      disabled: position === count - 1,
      onSelect: onSelect('bottom'),
    },
    ...(item.external
      ? []
      : [{ id: 'open', label: t.queue.openPost, icon: <Icon as={ExternalLink} />, href: `/${item.href}`, separated: true }]),
    { id: 'remove', label: t.queue.remove, icon: <Icon as={Trash2} />, danger: true, onSelect: onSelect('remove') },
  ]
  return (
    <li
      className={styles.row}
      style={{ '--y': `${top}px` } as CSSProperties}
      data-id={id}
      data-when={when}
      data-held={held || undefined}
      aria-posinset={position + 1}
      aria-setsize={count}
      aria-current={current || undefined}
    >
      <button
        type="button"
        className={styles.handle}
        data-part="handle"
        tabIndex={tabIndex}
        aria-label={t.queue.handle(title)}
        aria-describedby={hint}
        title={t.queue.handle(title)}
      >
        <Icon as={GripVertical} size={18} />
      </button>
      <button
        type="button"
        className={styles.play}
        data-part="play"
        tabIndex={tabIndex}
        aria-label={playing ? t.queue.pause(title) : t.queue.play(title)}
        aria-describedby={`${id}-about`}
      >
        <span className={styles.picture}>
          <Image src={item.image} alt="" ratio="1/1" seed={item.postId} glyph={<Icon as={glyphOf(item)} size={18} />} />
          <span className={styles.over}>
            <Icon as={playing ? Pause : Play} size={18} fill="currentColor" />
          </span>
          {current && (
            <span className={styles.now}>
              <Icon as={AudioLines} size={18} />
            </span>
          )}
        </span>
        <span className={styles.words}>
          <span className={styles.title} title={title}>
            {title}
          </span>
          <span className={styles.about} id={`${id}-about`}>
            {unplayable && (
              <span className={styles.dead}>
                <Icon as={CircleAlert} size={14} />
                {t.queue.deadMark}
              </span>
            )}
            <span className={styles.who}>{creator}</span>
            {item.duration !== undefined && <span className={styles.time}>{duration(item.duration)}</span>}
          </span>
        </span>
      </button>
      <Menu
        label={t.queue.more(title)}
        items={items}
        trigger={(properties) => (
          <IconButton
            {...properties}
            className={styles.menu}
            data-part="menu"
            tabIndex={tabIndex}
            name={t.queue.more(title)}
            icon={<Icon as={Ellipsis} />}
          />
        )}
      />
    </li>
  )
})
