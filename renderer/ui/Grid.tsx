import type { ReactNode, Ref } from 'react'
import { classes } from './classes.ts'
import styles from './Grid.module.css'

/** A fluid grid of cards. `posts` has wider cards (16:9) than `beads` (1:1). Its children are `<li>`s. */
export const Grid = ({
  of,
  label,
  children,
  className,
  ref,
}: {
  of: 'beads' | 'posts'
  label?: string
  children: ReactNode
  className?: string
  ref?: Ref<HTMLUListElement>
}) => (
  <ul ref={ref} className={classes(styles.grid, styles[of], className)} aria-label={label}>
    {children}
  </ul>
)
