import type { ByteRange } from './port.ts'

/** First and last byte of a range, of the whole object without one; null if it is beyond the end. */
export function resolveRange(range: ByteRange | undefined, bytes: number): { first: number; last: number } | null {
  const end = bytes - 1
  if (range === undefined) return { first: 0, last: end }
  if ('suffix' in range) return range.suffix === 0 || bytes === 0 ? null : { first: Math.max(0, bytes - range.suffix), last: end }
  return range.first > end ? null : { first: range.first, last: Math.min(range.last ?? end, end) }
}

/** The value of the header `Range`. */
export const headerOf = (range: ByteRange): string =>
  'suffix' in range ? `bytes=-${range.suffix}` : `bytes=${range.first}-${range.last ?? ''}`
