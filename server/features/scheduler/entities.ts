import { EntitySchema } from 'typeorm'
import { count, instant, longText, text } from '#db/columns.ts'

/** When something that happens again and again happens next. */
export interface JobRow {
  name: string
  dueDate: string
  /** Until then a process has it for itself; null while nobody runs it. */
  leaseDate: string | null
  /** Whose lease that is. */
  holder: string | null
  /** Failures in a row. */
  failures: number
  lastRunDate: string | null
  lastError: string | null
}

export const JobEntity = new EntitySchema<JobRow>({
  name: 'job',
  columns: {
    name: text(60, { primary: true }),
    dueDate: instant(),
    leaseDate: instant({ nullable: true }),
    holder: text(40, { nullable: true }),
    failures: count(),
    lastRunDate: instant({ nullable: true }),
    lastError: longText({ nullable: true }),
  },
})
