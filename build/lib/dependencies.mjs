import { existsSync, readFileSync } from 'node:fs'
import { at } from './paths.mjs'
import { run } from './run.mjs'

/** @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }>} Packages */

/** @param {string} file @returns {Packages} */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * Whether the installed packages match the lock file. Contents are compared, not times: a checkout touches the lock
 * file without changing it. Optional packages of other platforms are not installed.
 */
function areInstalled() {
  const record = at('node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const present = packagesOf(record)
  return Object.entries(packagesOf(at('package-lock.json'))).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || present[path]?.version === version || (!present[path] && (optional || devOptional)),
  )
}

/** Installs the locked dependencies if they are missing or differ from the lock file. */
export async function ensureDependencies() {
  if (areInstalled()) return
  console.log('Installing the locked dependencies (npm ci) …')
  // Includes development dependencies, regardless of NODE_ENV: they build the pages and the server.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const { code } = npm?.endsWith('.js') ? await run(process.execPath, [npm, ...args]) : await run('npm', args)
  if (code === 0) return
  console.error('The dependencies could not be installed. The reason is in the output of npm above.')
  process.exit(1)
}
