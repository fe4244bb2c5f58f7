interface StripPlace {
  /** How many posts are listed. */
  posts: number
  /** Of the grid; null before it is measured. */
  columns: number | null
  /** Posts before the promotion, which takes a cell of its own; null where there is none. */
  promo: number | null
  /** Fewest posts before the strip, where a row ends there. */
  after: number
}

/**
 * How many posts stand before the strip of related playlists, which is as wide as the grid. It follows a whole row: then it
 * leaves no hole, and the order of the document is the order on the screen.
 */
export function postsBeforeStrip({ posts, columns, promo, after }: StripPlace): number {
  const endsRow = (n: number): boolean => (n + (promo !== null && promo <= n ? 1 : 0)) % (columns ?? 1) === 0
  let n = after
  while (n < posts && !endsRow(n)) n += 1
  if (n < posts) return n
  // Too few posts to fill that row: the row before it.
  n = after
  while (n > 0 && !endsRow(n)) n -= 1
  return n > 0 ? n : after
}
