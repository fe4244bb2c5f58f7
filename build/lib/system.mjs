import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * The path of the first of these programs that exists: names are searched in PATH, absolute paths are used directly.
 * @param {string[]} names @returns {string | undefined}
 */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => (name.includes('/') ? [name] : folders.map((folder) => join(folder, name)))).find(isExecutable)
}

/**
 * Installs packages of a Debian-like system and logs this. If it fails, throws an error that begins with one sentence for the summary.
 * @param {string} program name of the program, for messages @param {string[]} packages
 */
export async function installPackages(program, ...packages) {
  const problem = `${program} is required and was not found`
  if (!findProgram('apt-get')) throw new Error(`${problem}, and apt-get, which could install it, is not available. Please install it.`)
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (asRoot.length > 0 && !findProgram('sudo')) throw new Error(`${problem}. Please run: apt-get install ${packages.join(' ')}`)
  console.log(`${problem}: installing ${packages.join(' ')} with apt-get …`)
  const [command = '', ...args] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y']
  // On a new machine the package lists are empty. On others, a failed update is harmless.
  await run(command, [...args, 'update'], { quiet: true })
  const { code, output } = await run(command, [...args, 'install', '--no-install-recommends', ...packages], { quiet: true })
  if (code !== 0) throw new Error(`${problem}, and apt-get could not install it:\n${output.trim().split('\n').slice(-15).join('\n')}`)
}
