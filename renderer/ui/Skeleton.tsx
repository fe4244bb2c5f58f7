import { Fragment, type CSSProperties, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** A CSS length; default: full width. */
  width?: string
  /** A CSS length; default: a line of text. */
  height?: string | undefined
  ratio?: '16/9' | '1/1'
  round?: boolean
  className?: string
}

/** A placeholder for loading content. Wrap several in `<SkeletonGroup>`. */
export const Skeleton = ({ width, height, ratio, round, className }: SkeletonProps) => (
  <span
    className={classes(styles.skeleton, round && styles.round, className)}
    style={{ inlineSize: width, blockSize: ratio ? 'auto' : height, aspectRatio: ratio } as CSSProperties}
  />
)

/** The same placeholder several times. */
export const SkeletonItems = ({ count, children }: { count: number; children: ReactNode }) =>
  Array.from({ length: count }, (_, n) => <Fragment key={n}>{children}</Fragment>)

interface SkeletonGroupProps {
  label: string
  className?: string | undefined
  /** How often it shows its children. */
  count?: number
  children: ReactNode
}

/** Announces once that content is loading. */
export const SkeletonGroup = ({ label, className, count = 1, children }: SkeletonGroupProps) => (
  <div className={className} role="status" aria-label={label} aria-busy="true">
    <SkeletonItems count={count}>{children}</SkeletonItems>
  </div>
)
