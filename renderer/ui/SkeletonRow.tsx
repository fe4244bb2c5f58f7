import { Skeleton } from './Skeleton.tsx'

interface SkeletonRowProps {
  className: string | undefined
  /** Diameter of the picture, a CSS length. */
  picture: string
  /** Class of the box of the lines. */
  words: string | undefined
  /** Of each line, a CSS length. */
  widths: readonly string[]
  heights: readonly string[]
}

/** A row with a round picture next to lines of text. */
export const SkeletonRow = ({ className, picture, words, widths, heights }: SkeletonRowProps) => (
  <div className={className}>
    <Skeleton width={picture} height={picture} round />
    <div className={words}>
      {widths.map((width, n) => (
        <Skeleton key={n} width={width} height={heights[n]} />
      ))}
    </div>
  </div>
)
