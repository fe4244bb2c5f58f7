/** `npm run restore`: see server/transfer.ts. */
import './build.mjs'
import { runCommand } from './lib/command.mjs'
import { at } from './lib/paths.mjs'

const { loadConfig, runRestore } = await import(at('dist/server/transfer.js'))

await runCommand(() => runRestore(loadConfig(), process.argv.slice(2)), process.stderr)
