/** `npm run database:copy`: see server/transfer.ts. */
import './build.mjs'
import { runCommand } from './lib/command.mjs'
import { at } from './lib/paths.mjs'

const { loadConfig, runCopy } = await import(at('dist/server/transfer.js'))

await runCommand(() => runCopy(loadConfig(), process.argv.slice(2), console.log))
