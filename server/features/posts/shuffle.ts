/**
 * Seeded shuffle. The order depends only on the seed and is the same on every page and on both databases:
 * `key ↦ (key · factor + summand) mod p` permutes the shuffle keys of posts.
 *
 * Sorting a million posts for one page takes a second. So the range of keys is divided into buckets of some hundreds of posts. The
 * seed permutes the buckets, and the posts within each. A page reads the buckets that it overlaps, and only counts those before it.
 */
import { createHash } from 'node:crypto'

/** The largest prime below 2^31. Products of two numbers below it fit in 63 bits. */
export const modulus = 2_147_483_647

/** `shuffleKey` of a new post lies in [0, modulus). */
export const shuffleKeys = modulus

const digestOf = (seed: number): Buffer => createHash('sha256').update(String(seed)).digest()

/** Factor and summand of a seed. */
export function permutation(seed: number): { factor: number; summand: number } {
  const digest = digestOf(seed)
  return { factor: 1 + (digest.readUInt32BE(0) % (modulus - 1)), summand: digest.readUInt32BE(4) % modulus }
}

/** SQL expression for a table alias. The cast is for PostgreSQL, whose integers have 32 bits. */
export const shuffledKey = (alias: string): string => `((CAST(${alias}."shuffleKey" AS BIGINT) * :factor + :summand) % :modulus)`

/** Up to this many posts are sorted without buckets. */
const maxSorted = 500
const perBucket = 250

/** Number of buckets: a power of two, so that it rarely changes when posts are added. */
export const bucketsFor = (posts: number): number => (posts <= maxSorted ? 1 : 2 ** Math.ceil(Math.log2(posts / perBucket)))

export interface Bucket {
  low: number
  high: number
}

/** All buckets in the seed's order. `buckets` is a power of two, so that every odd factor makes a permutation. */
export function* bucketOrder(seed: number, buckets: number): Generator<Bucket> {
  const digest = digestOf(seed)
  const factor = digest.readUInt32BE(8) | 1
  const start = digest.readUInt32BE(12) % buckets
  const width = Math.ceil(2 ** 31 / buckets)
  for (let n = 0; n < buckets; n++) {
    const bucket = (Math.imul(n, factor) + start) & (buckets - 1)
    yield { low: bucket * width, high: (bucket + 1) * width - 1 }
  }
}

export interface BucketReader<Row> {
  count(bucket: Bucket): Promise<number>
  /** Rows in the order of the seed. */
  read(bucket: Bucket, limit: number, from: number): Promise<Row[]>
}

/** At most `limit` rows from the offset `from` on. */
export async function readShuffled<Row>(
  buckets: Iterable<Bucket>,
  { count, read }: BucketReader<Row>,
  from: number,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = []
  let skip = from
  for (const bucket of buckets) {
    if (rows.length >= limit) break
    const within = skip === 0 ? 0 : await count(bucket)
    if (skip >= within && skip > 0) {
      skip -= within
      continue
    }
    rows.push(...(await read(bucket, limit - rows.length, skip)))
    skip = 0
  }
  return rows
}
