/**
 * A rowid encodes type and popularity of a document, so that the full-text index, which answers in the order of rowids, streams the
 * most popular matches of a type first.
 */
import { documentTypes, type DocumentType } from '../port.ts'

const sequences = 2 ** 32
const buckets = 128

/** Four buckets per doubling of the popularity. */
const bucketOf = (popularity: number): number => Math.min(buckets - 1, Math.floor(Math.log2(1 + Math.max(0, popularity)) * 4))

const lowest = (type: DocumentType, bucket: number): number => (documentTypes.indexOf(type) * buckets + (buckets - 1 - bucket)) * sequences

/** `sequence` increases with every written document; within a bucket the latest comes first. */
export const rowidOf = (type: DocumentType, popularity: number, sequence: number): number =>
  lowest(type, bucketOf(popularity)) + (sequences - 1 - sequence)

/** Whether a document can keep its rowid. */
export function fits(rowid: number, type: DocumentType, popularity: number): boolean {
  const start = lowest(type, bucketOf(popularity))
  return rowid >= start && rowid < start + sequences
}

export const typeOf = (rowid: number): DocumentType => documentTypes[Math.floor(rowid / sequences / buckets)]!

/** First and last rowid of a type. */
export function rangeOf(type: DocumentType): [first: number, last: number] {
  const first = lowest(type, buckets - 1)
  return [first, first + buckets * sequences - 1]
}
