interface StripLayout {
  /** Number of listed posts. */
  posts: number
  /** Columns of the grid; null before measurement. */
  columns: number | null
  /** Posts before the promotion, which takes one cell; null if there is none. */
  promotionIndex: number | null
  /** Minimum number of posts before the strip. */
  after: number
}

/**
 * The number of posts before the strip of related playlists, which spans the grid. It follows a complete row, so that
 * the row has no gap and the DOM order is the visual order.
 */
export function postsBeforeStrip({ posts, columns, promotionIndex, after }: StripLayout): number {
  // Whether n posts, with the promotion if it is before them, fill complete rows.
  const endsRow = (n: number): boolean => (n + (promotionIndex !== null && promotionIndex <= n ? 1 : 0)) % (columns ?? 1) === 0
  let n = after
  while (n < posts && !endsRow(n)) n += 1
  if (n < posts) return n
  // Too few posts to complete that row: use the row before it.
  n = after
  while (n > 0 && !endsRow(n)) n -= 1
  return n > 0 ? n : after
}
