/** A digest of rows that does not depend on their order, which differs between databases. */
import { hash } from 'node:crypto'
import type { Progress, Row } from './tables.ts'

const modulus = 1n << 256n

export interface RowDigest {
  add(row: Row): void
  result(): Progress
}

/** The sum of the SHA-256 of each row, as hexadecimal digits. Unlike with XOR, two equal rows do not cancel each other out. */
export function createRowDigest(): RowDigest {
  let sum = 0n
  let rows = 0
  return {
    add(row) {
      sum = (sum + BigInt(`0x${hash('sha256', JSON.stringify(row))}`)) % modulus
      rows += 1
    },
    result: () => ({ rows, digest: sum.toString(16).padStart(64, '0') }),
  }
}

export const isSame = (one: Progress, other: Progress): boolean => one.rows === other.rows && one.digest === other.digest
