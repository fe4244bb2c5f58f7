import type { CSSProperties } from 'react'
import { ArrowDownToLine, ArrowUpToLine, Ellipsis, FileText, GripVertical } from 'lucide-react'
import type { Post } from '#contract/schemas.ts'
import type { Target } from '#data/reorder.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Image } from '#ui/Image.tsx'
import { Menu } from '#ui/Menu.tsx'
import styles from './Arrange.module.css'

interface ArrangeRowProps {
  post: Post
  index: number
  /** The index at which the row is drawn while a row is moved. */
  visualIndex: number
  isHeld: boolean
  /** Row height in px. */
  rowHeight: number
  /** The id of the element that explains the handle. */
  hintId: string
  onMove: (to: Target) => void
}

/** A sortable row: the handle, the post, and a menu with the moves to either end. */
export function ArrangeRow({ post, index, visualIndex, isHeld, rowHeight, hintId, onMove }: ArrangeRowProps) {
  return (
    <li
      className={styles.row}
      data-id={post.id}
      data-held={isHeld || undefined}
      style={{ '--y': `${(visualIndex - index) * rowHeight}px`, '--top': `${index * rowHeight}px` } as CSSProperties}
    >
      <button
        type="button"
        className={styles.handle}
        data-part="handle"
        aria-label={t.beadPage.handle(post.title)}
        aria-describedby={hintId}
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
            disabled: index === 0,
            onSelect: () => onMove({ after: null }),
          },
          {
            id: 'bottom',
            label: t.beadPage.toBottom,
            icon: <Icon as={ArrowDownToLine} />,
            onSelect: () => onMove({ before: null }),
          },
        ]}
        trigger={(properties) => <IconButton {...properties} name={t.beadPage.rowMore(post.title)} icon={<Icon as={Ellipsis} />} />}
      />
    </li>
  )
}
