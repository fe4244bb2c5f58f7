/**
 * `npm run desktop:package`: packages the desktop application for this system, or with `-- --linux deb` and the like for another one.
 * Everything is written to dist/desktop-packages; nothing is published.
 */
import './lib/nodeVersion.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { at } from './lib/paths.mjs'
import { runBin, signalChildren } from './lib/run.mjs'

await ensureDependencies()
const { buildPackageSources, isInspectable, packageArguments } = await import('./lib/desktopPackage.mjs')
/** @type {string[]} */
let args
try {
  args = packageArguments(process.argv.slice(2), process.env)
  await buildPackageSources(process.env)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => signalChildren(signal))
const { code } = await runBin('electron-builder/cli.js', ['--config', at('build/electron-builder.config.mjs'), ...args])
if (code === 0 && isInspectable(process.env)) console.log('This build accepts --inspect, for tests. Do not publish it.')
process.exit(code)
