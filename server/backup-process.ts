/** The process of a scheduled backup: `node dist/server/backup-process.js FILE`. It does not block the server. */
import { StartupError } from './config.ts'
import { loadConfig, runBackup } from './transfer.ts'

runBackup(loadConfig(), process.argv.slice(2)).then(
  ({ ok, text }) => {
    process.stdout.write(`${text}\n`)
    process.exitCode = ok ? 0 : 1
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
