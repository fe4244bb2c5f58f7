import { describe, expect, it } from 'vitest'
import { bucketOrder, bucketsFor, modulus, permutation, readShuffled, type Bucket } from '../../server/features/posts/shuffle.ts'

/** Stands in for the database: reads keys in memory, in the order of the seed. */
const reader = (keys: readonly number[], seed: number) => {
  const { factor, summand } = permutation(seed)
  const place = (key: number) => (BigInt(key) * BigInt(factor) + BigInt(summand)) % BigInt(modulus)
  const within = ({ low, high }: Bucket) => keys.filter((key) => key >= low && key <= high).sort((a, b) => (place(a) < place(b) ? -1 : 1))
  return {
    count: async (bucket: Bucket) => within(bucket).length,
    read: async (bucket: Bucket, some: number, skip: number) => within(bucket).slice(skip, skip + some),
  }
}
const keys = Array.from({ length: 1000 }, (_, n) => Math.floor((n * 0.6180339887 * modulus) % modulus))

describe('B4 a shuffle of many posts', () => {
  it.each([1, 8, 64, 1024])('B4 with %d buckets every post appears once, in the same order on every page', async (buckets) => {
    const page = (from: number, limit: number) => readShuffled(bucketOrder(7, buckets), reader(keys, 7), from, limit)
    const all = await page(0, 2000)
    expect(all.toSorted((a, b) => a - b)).toEqual(keys.toSorted((a, b) => a - b))
    const pages: number[] = []
    for (let from = 0; from < 1000; from += 37) pages.push(...(await page(from, 37)))
    expect(pages).toEqual(all)
    expect(await page(1000, 5)).toEqual([])
  })

  it('B4 each seed permutes all buckets differently', () => {
    const orders = Array.from({ length: 20 }, (_, seed) => [...bucketOrder(seed, 64)].map(({ low }) => low))
    for (const order of orders) expect(new Set(order).size).toBe(64)
    expect(new Set(orders.map(String)).size).toBe(20)
    const [first, ...rest] = [...bucketOrder(3, 256)].sort((a, b) => a.low - b.low)
    expect(first!.low).toBe(0)
    rest.reduce((before, bucket) => (expect(bucket.low).toBe(before.high + 1), bucket), first!)
    expect(rest.at(-1)!.high).toBe(2 ** 31 - 1)
  })

  it('B4 few posts have few buckets', () => {
    expect([0, 500, 501, 1_000_000].map(bucketsFor)).toEqual([1, 1, 4, 4096])
  })
})
