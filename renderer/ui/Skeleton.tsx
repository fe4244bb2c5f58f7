import type { CSSProperties, ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** Any CSS length; the whole width where absent. */
  width?: string
  /** Any CSS length; a line of text where absent. */
  height?: string
  ratio?: '16/9' | '1/1'
  round?: boolean
  className?: string
}

/** A shape where something will be. Put a group of them into `<SkeletonGroup>`. */
export const Skeleton = ({ width, height, ratio, round, className }: SkeletonProps) => (
  <span
    className={classes(styles.bone, round && styles.round, className)}
    style={{ inlineSize: width, blockSize: ratio ? 'auto' : height, aspectRatio: ratio } as CSSProperties}
  />
)

/** Says once, to those who cannot see the shapes, that something loads. */
export const SkeletonGroup = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div className={className} role="status" aria-label={label} aria-busy="true">
    {children}
  </div>
)
