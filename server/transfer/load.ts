import { StartupError } from '../config.ts'
import { createRowDigest, isSame } from './digest.ts'
import type { Progress, Row, RowSource, RowTarget, Table } from './tables.ts'

/** The rows that were copied earlier are not the first ones of the source any more. */
export class SourceChanged extends Error {
  override name = 'SourceChanged'
}

/** The table of the target with this name. Throws if it has other columns. */
export function sameTable(target: RowTarget, { name, columns }: Table): Table {
  const table = target.tables.find((one) => one.name === name)
  const namesOf = (all: Table['columns']) => all.map((column) => column.name).toSorted()
  if (!table || namesOf(table.columns).join() !== namesOf(columns).join())
    throw new StartupError(`The table ${name} differs from that of this version of Strand.`)
  // In the order of the rows, with the types of the target.
  return { name, columns: columns.map((column) => table.columns.find((one) => one.name === column.name)!) }
}

/**
 * Copies the rows of a table. Rows of an earlier run are read and compared, and not written again. Throws `SourceChanged` if they differ.
 */
export async function loadRows(
  target: RowTarget,
  table: Table,
  batches: AsyncIterable<readonly Row[]>,
  earlier?: Progress,
): Promise<Progress> {
  const digest = createRowDigest()
  let skipped = 0
  // Written while the next batch is read.
  let writing: Promise<unknown> = Promise.resolve()
  try {
    for await (const rows of batches) {
      for (const row of rows) digest.add(row)
      if (earlier === undefined || skipped >= earlier.rows) {
        await writing
        writing = target.insert(table, rows, digest.result())
        // Reported when it is awaited.
        writing.catch(() => undefined)
        continue
      }
      skipped += rows.length
      if (skipped >= earlier.rows && !isSame(digest.result(), earlier)) throw new SourceChanged()
    }
    await writing
  } finally {
    // The error of the loop, if there is one, is the first.
    await writing.catch(() => undefined)
  }
  if (earlier !== undefined && skipped < earlier.rows) throw new SourceChanged()
  return digest.result()
}

/** Reads the rows back. Throws if they are not those that were written. @param tables with the columns in the order of the digests */
export async function verifyRows(written: RowSource, tables: readonly Table[], expected: ReadonlyMap<string, Progress>): Promise<void> {
  for (const table of tables) {
    const digest = createRowDigest()
    for await (const rows of written.read(table)) for (const row of rows) digest.add(row)
    if (!isSame(digest.result(), expected.get(table.name)!))
      throw new StartupError(`The rows of the table ${table.name} are not those that were copied.`)
  }
}
