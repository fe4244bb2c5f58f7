/** `npm run admin`: appoints admins. Servers may be running. */
import './build.mjs'
import { runCommand } from './lib/command.mjs'
import { at } from './lib/paths.mjs'

const { loadConfig, runAdminCommand } = await import(at('dist/server/admin.js'))

await runCommand(() => runAdminCommand(loadConfig(), process.argv.slice(2)))
