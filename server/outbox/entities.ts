import { EntitySchema } from 'typeorm'
import { count, id, instant, json, longText, text } from '#db/columns.ts'
import type { Fact } from './facts.ts'

/** A fact that not everybody has heard of yet. */
export interface OutboxRow {
  id: string
  /** `apply` until every database effect is there, then `send` until the outside effects are. */
  stage: 'apply' | 'send'
  fact: Fact
  creationDate: string
  /** Not before this. Who sends moves it ahead, so that no other process does meanwhile. */
  dueDate: string
  /** How often it failed. */
  attempts: number
  /** Names of the consumers that are done with it. */
  done: string[]
  lastError: string | null
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
  },
  indices: [{ name: 'outbox_due', columns: ['stage', 'dueDate', 'id'] }],
})
