import type { ReactNode } from 'react'
import { t } from '#texts/index.ts'
import { Button } from './Button.tsx'
import { SortBar, type SortOption } from './SortBar.tsx'
import styles from './SubHeader.module.css'

interface SubHeaderProps {
  /** The list's name or count. */
  children: ReactNode
  /** Sort orders, if there are several. */
  sorts?: { label: string; options: SortOption[]; current: string }
  /** Whether there are more items: loads some, or links to all. */
  more?: { onMore?: () => void; onAll?: () => void; busy?: boolean } | undefined
}

/** Above a list: its name, sort orders, and a link to more (A2.2). */
export function SubHeader({ children, sorts, more }: SubHeaderProps) {
  return (
    <div className={styles.head}>
      {sorts ? <SortBar {...sorts}>{children}</SortBar> : <div className={styles.title}>{children}</div>}
      {more && (
        <div className={styles.more}>
          {more.onMore && (
            <Button size="small" busy={more.busy ?? false} onClick={more.onMore}>
              {t.common.showMore}
            </Button>
          )}
          {more.onAll && (
            <Button size="small" busy={more.busy ?? false} onClick={more.onAll}>
              {t.common.showAll}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
