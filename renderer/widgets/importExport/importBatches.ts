import type { Answer } from '#contract/endpoints.ts'

type BatchAnswer = Answer<'POST /api/v0/beads/:id/import'>

/** Result of an import so far. */
export interface Report extends Pick<BatchAnswer, 'added' | 'repeated' | 'failed'> {
  /** Number of entries in the file. */
  total: number
  /** Index of the next entry to import; null when all are done. */
  next: number | null
}

interface Batches {
  start: Report
  /** Imports the entries from this index on. */
  request: (from: number) => Promise<{ data: BatchAnswer; error?: undefined } | { data?: undefined; error: unknown }>
  isStopped: () => boolean
  onProgress: (report: Report) => void
}

/**
 * Imports batch by batch until all entries are done, a request fails, or it is stopped. Resolves to the failure; null
 * without one.
 */
export async function importBatches({ start, request, isStopped, onProgress }: Batches): Promise<unknown> {
  let report = start
  onProgress(report)
  while (report.next !== null && !isStopped()) {
    const { data, error } = await request(report.next)
    if (data === undefined) return error
    report = {
      total: data.total,
      next: data.next,
      added: report.added + data.added,
      repeated: report.repeated + data.repeated,
      failed: [...report.failed, ...data.failed],
    }
    onProgress(report)
  }
  return null
}
