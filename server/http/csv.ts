/** Writes tables as CSV (RFC 4180) that spreadsheet programs open without executing anything. */

/**
 * Spreadsheets execute a cell that begins with one of these characters as a formula (CSV injection). `disarm` puts an
 * apostrophe before it, which makes it text, also if the text has apostrophes there; `rearm` removes exactly one.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const disarm = (text: string): string => (formula.test(text) ? `'${text}` : text)
export const rearm = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)

/** A cell as written into the file, quoted where necessary. */
const written = (text: string): string => {
  const safe = disarm(text)
  return /[",\n\r;\t]|^\s|\s$/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

export const csvRow = (cells: readonly (string | number)[]): string => `${cells.map((cell) => written(String(cell))).join(',')}\r\n`
