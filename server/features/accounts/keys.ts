/**
 * Single-use keys in mails, which reset a password or confirm an e-mail address, and helpers for random secrets. The
 * database stores only hashes, so that a stolen copy contains no usable key; events contain none.
 */
import { createHash, randomBytes } from 'node:crypto'
import { LessThanOrEqual, type DataSource, type EntityManager } from 'typeorm'
import { transaction } from '#db/transaction.ts'
import { AccountKeyEntity, type AccountKeyRow } from './entities.ts'

type Purpose = AccountKeyRow['purpose']

/** Lifetime of a key after its mail was sent (seconds). */
const lifetimes: Record<Purpose, number> = { reset: 3600, verify: 7 * 86_400 }

export const newSecret = (): string => randomBytes(32).toString('base64url')
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Current time plus `seconds`; ISO 8601, UTC. */
export const instantIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()

/** Creates and stores a key. Earlier keys stay valid, because mails may be lost or opened in any order. */
export async function makeKey(db: DataSource, { uid, purpose, email }: Pick<AccountKeyRow, 'uid' | 'purpose' | 'email'>): Promise<string> {
  const key = newSecret()
  const row = { keyHash: hashOf(key), uid, purpose, email, creationDate: instantIn(0), expiryDate: instantIn(lifetimes[purpose]) }
  await transaction(db, async (manager) => {
    await manager.delete(AccountKeyEntity, { expiryDate: LessThanOrEqual(instantIn(0)) })
    await manager.insert(AccountKeyEntity, row)
  })
  return key
}

/** The key's row, without using it up. Null if the key is unknown, used, expired or for another purpose. */
export async function findKey(manager: DataSource | EntityManager, key: string, purpose: Purpose): Promise<AccountKeyRow | null> {
  const row = await manager.getRepository(AccountKeyEntity).findOneBy({ keyHash: hashOf(key), purpose })
  return row === null || row.expiryDate <= instantIn(0) ? null : row
}

/**
 * Uses up a key: of two concurrent calls one gets the row, the other null. Deletes the member's other keys of the
 * purpose.
 */
export async function spendKey(manager: EntityManager, key: string, purpose: Purpose): Promise<AccountKeyRow | null> {
  const row = await findKey(manager, key, purpose)
  if (row === null) return null
  const { affected } = await manager.delete(AccountKeyEntity, { keyHash: row.keyHash })
  if (affected !== 1) return null
  await forgetKeys(manager, row.uid, purpose)
  return row
}

export const forgetKeys = (manager: EntityManager, uid: string, purpose?: Purpose): Promise<unknown> =>
  manager.delete(AccountKeyEntity, { uid, ...(purpose && { purpose }) })
