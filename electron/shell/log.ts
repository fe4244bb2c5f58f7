export type Log = (level: 'info' | 'warn' | 'error', message: string, detail?: unknown) => void

/** Writes to the terminal that started the application. */
export const consoleLog: Log = (level, message, detail) => {
  if (detail === undefined) console[level](message)
  else console[level](message, detail)
}
