/** Parses playlist files as an import does. */
import { StrandError } from '#http/errors.ts'
import type { Entry } from '../../server/features/importExport/entry.ts'
import { formats, type FormatName } from '../../server/features/importExport/format.ts'

export const readEntries = async (format: FormatName, content: string): Promise<Entry[]> => (await formats[format].read(content))!.entries

/** The message of a refused file; `read` if it is read. */
export async function failureOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
  } catch (error) {
    if (error instanceof StrandError) return error.message
    throw error
  }
  return 'read'
}
