import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Grid.module.css'

/** A fluid grid of cards. `posts` has wider cards (16:9) than `beads` (1:1). Its children are `<li>`s. */
export const Grid = ({ of, label, children, className }: { of: 'beads' | 'posts'; label?: string; children: ReactNode; className?: string }) => (
  <ul className={classes(styles.grid, styles[of], className)} aria-label={label}>{children}</ul>
)
