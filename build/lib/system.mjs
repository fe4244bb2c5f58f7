import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/** @param {string} file */
function executable(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** The first of these programs that is on the path, or that is named by its absolute path. @param {string[]} names @returns {string | undefined} */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => (name.includes('/') ? [name] : folders.map((folder) => join(folder, name)))).find(executable)
}

/**
 * Installs packages of a Debian-like system and logs it. Throws one sentence if it cannot.
 * @param {string} what @param {string[]} packages
 */
export async function installPackages(what, ...packages) {
  const problem = `${what} is needed and was not found`
  if (!findProgram('apt-get')) throw new Error(`${problem}, and there is no apt-get to install it with. Please install it.`)
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (asRoot.length > 0 && !findProgram('sudo')) throw new Error(`${problem}. Please run: apt-get install ${packages.join(' ')}`)
  console.log(`${problem}: installing ${packages.join(' ')} with apt-get …`)
  const [command = '', ...before] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y']
  // The lists of a fresh machine are empty; otherwise a failed refresh does not matter.
  await run(command, [...before, 'update'], { quiet: true })
  const { code, output } = await run(command, [...before, 'install', '--no-install-recommends', ...packages], { quiet: true })
  if (code !== 0) throw new Error(`${problem}, and apt-get could not install it:\n${output.trim().split('\n').slice(-15).join('\n')}`)
}
