import { EntitySchema } from 'typeorm'
import { count, id, instant, json, longText, text } from '#db/columns.ts'
import type { Fact } from './facts.ts'

/** A fact that some consumers have not processed yet. */
export interface OutboxRow {
  id: string
  /** `apply` until all database effects are done, then `send` until all outside effects are. */
  stage: 'apply' | 'send'
  fact: Fact
  creationDate: string
  /** Not due before this. A sender moves it ahead as its lease, so that no other process sends the same fact. */
  dueDate: string
  /** Number of failed attempts. */
  attempts: number
  /** Names of the consumers that have processed it. */
  done: string[]
  lastError: string | null
  /** The request that caused it; null if none did. */
  requestId?: string | null
}

export const OutboxEntity = new EntitySchema<OutboxRow>({
  name: 'outbox',
  columns: {
    id: id({ primary: true }),
    stage: text(5),
    fact: json(),
    creationDate: instant(),
    dueDate: instant(),
    attempts: count(),
    done: json(),
    lastError: longText({ nullable: true }),
    requestId: text(64, { nullable: true }),
  },
  indices: [
    { name: 'outbox_due', columns: ['stage', 'dueDate', 'id'] },
    { name: 'outbox_failed', columns: ['id'], where: '"attempts" > 0' },
  ],
})
