/** `npm run desktop`: builds the desktop application and runs it. Arguments are passed on, such as a `strand://` link. */
import './lib/nodeVersion.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { buildDesktop, desktopFolder, findElectron } from './lib/desktop.mjs'
import { at } from './lib/paths.mjs'
import { run, signalChildren } from './lib/run.mjs'

await ensureDependencies()
await buildDesktop()
const electron = findElectron()
if (electron.path === null) {
  console.error(electron.why)
  process.exit(1)
}
for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => signalChildren(signal))
const { code } = await run(electron.path, [at(desktopFolder, 'main.cjs'), ...process.argv.slice(2)])
process.exit(code)
