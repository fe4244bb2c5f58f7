import type { CSSProperties, ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** A CSS length; default: full width. */
  width?: string
  /** A CSS length; default: a line of text. */
  height?: string
  ratio?: '16/9' | '1/1'
  round?: boolean
  className?: string
}

/** A placeholder for loading content. Wrap several in `<SkeletonGroup>`. */
export const Skeleton = ({ width, height, ratio, round, className }: SkeletonProps) => (
  <span
    className={classes(styles.bone, round && styles.round, className)}
    style={{ inlineSize: width, blockSize: ratio ? 'auto' : height, aspectRatio: ratio } as CSSProperties}
  />
)

/** Announces once that content is loading. */
export const SkeletonGroup = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div className={className} role="status" aria-label={label} aria-busy="true">
    {children}
  </div>
)
