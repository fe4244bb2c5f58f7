import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import styles from './SortBar.module.css'

export interface SortOption {
  id: string
  title: string
  /** Each order has its own address, for sharing, tabs and history. */
  href: string
}

/** The sub-header of a list: name or count at the start, sort orders at the end (A2.2). */
export function SortBar({
  label,
  options,
  current,
  children,
}: {
  label: string
  options: SortOption[]
  current: string
  children?: ReactNode
}) {
  const nav = useRef<HTMLElement>(null)
  // Scrolls the current order into view if not all fit, without scrolling the page.
  useEffect(() => {
    const [all, one] = [nav.current, nav.current?.querySelector('[aria-current]')].map((element) => element?.getBoundingClientRect())
    if (all && one) nav.current!.scrollLeft += Math.max(0, one.right - all.right) - Math.max(0, all.left - one.left)
  }, [current])
  return (
    <div className={styles.bar}>
      {children && <div className={styles.start}>{children}</div>}
      <nav ref={nav} className={styles.options} aria-label={label}>
        {options.map(({ id, title, href }) => (
          <Link
            key={id}
            href={href}
            className={classes(styles.option, id === current && styles.current)}
            aria-current={id === current ? 'true' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
    </div>
  )
}
