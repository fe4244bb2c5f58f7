/** `npm run backup`: see server/transfer.ts. */
import './lib/messagesToErrors.mjs'
import './build.mjs'
import { runCommand } from './lib/command.mjs'
import { at } from './lib/paths.mjs'

const { loadConfig, runBackup } = await import(at('dist/server/transfer.js'))

await runCommand(() => runBackup(loadConfig(), process.argv.slice(2)), process.stderr)
