import { EntitySchema } from 'typeorm'
import { count, instant, longText, text } from '#db/columns.ts'

/** A recurring job. */
export interface JobRow {
  name: string
  dueDate: string
  /** End of the lease; null while no process runs the job. */
  leaseDate: string | null
  /** Random id of the lease holder. */
  holder: string | null
  /** Consecutive failures. */
  failures: number
  lastRunDate: string | null
  lastSuccessDate?: string | null
  lastError: string | null
  /** Of the last run. */
  durationMs: number | null
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
    lastSuccessDate: instant({ nullable: true }),
    lastError: longText({ nullable: true }),
    durationMs: count({ nullable: true }),
  },
})
