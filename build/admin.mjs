/** `npm run admin`: appoints admins. Servers may be running. */
import './build.mjs'
import { at } from './lib/paths.mjs'

const { loadConfig, runAdminCommand } = await import(at('dist/server/admin.js'))

try {
  const { ok, text } = await runAdminCommand(loadConfig(), process.argv.slice(2))
  if (ok) console.log(text)
  else console.error(text)
  process.exitCode = ok ? 0 : 1
} catch (error) {
  console.error(error instanceof Error && error.name === 'StartupError' ? error.message : error)
  process.exitCode = 1
}
