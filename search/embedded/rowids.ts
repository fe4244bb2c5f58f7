/**
 * A document's rowid says its type and how much people care for it, so that the full-text index, which answers in
 * the order of rowids, answers the most popular first without having seen the others.
 */
import { documentTypes, type DocumentType } from '../port.ts'

const sequences = 2 ** 32
const buckets = 128

/** Four steps to each doubling. */
const bucketOf = (popularity: number): number => Math.min(buckets - 1, Math.floor(Math.log2(1 + Math.max(0, popularity)) * 4))

const lowest = (type: DocumentType, bucket: number): number => (documentTypes.indexOf(type) * buckets + (buckets - 1 - bucket)) * sequences

/** `sequence` grows with every document that is written; of equals the latest comes first. */
export const rowidOf = (type: DocumentType, popularity: number, sequence: number): number =>
  lowest(type, bucketOf(popularity)) + (sequences - 1 - sequence)

/** Whether a document may stay where it is. */
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
