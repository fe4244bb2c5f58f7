import { createHash } from 'node:crypto'

/** The largest prime below 2^31. Products of two numbers below it fit in 63 bits. */
export const modulus = 2_147_483_647

/** `shuffleKey` of a new post lies in [0, modulus). */
export const shuffleKeys = modulus

/** The factor and the summand that a seed stands for. */
export function permutation(seed: number): { factor: number; summand: number } {
  const digest = createHash('sha256').update(String(seed)).digest()
  return { factor: 1 + (digest.readUInt32BE(0) % (modulus - 1)), summand: digest.readUInt32BE(4) % modulus }
}

/**
 * `key ↦ (key · factor + summand) mod p` permutes the keys, so that each seed has an order of its own
 * which is the same on every page, on both databases, and without a row being written. The cast is
 * for PostgreSQL, whose integers have 32 bits.
 */
export const shuffledKey = '((CAST(p."shuffleKey" AS BIGINT) * :factor + :summand) % :modulus)'
