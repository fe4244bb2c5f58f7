/** Records of sent mails, against repeats. Only a crash between sending and recording can cause one. */
import { createHash } from 'node:crypto'
import { LessThan, type DataSource } from 'typeorm'
import { isDuplicate, transaction } from '#db/transaction.ts'
import { DeliveryEntity } from './entities.ts'

/** Much longer than the last retry. */
const retentionMs = 30 * 86_400_000

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface Deliveries {
  has(name: string): Promise<boolean>
  add(name: string): Promise<void>
  /** Deletes expired records. */
  clean(): Promise<void>
}

export const createDeliveries = (db: DataSource, now: () => number = Date.now): Deliveries => ({
  has: (name) => db.getRepository(DeliveryEntity).existsBy({ key: hashOf(name) }),

  async add(name) {
    try {
      await transaction(db, (manager) => manager.insert(DeliveryEntity, { key: hashOf(name), sentDate: new Date(now()).toISOString() }))
    } catch (error) {
      if (!isDuplicate(error)) throw error
    }
  },

  async clean() {
    const before = new Date(now() - retentionMs).toISOString()
    await transaction(db, (manager) => manager.delete(DeliveryEntity, { sentDate: LessThan(before) }))
  },
})
