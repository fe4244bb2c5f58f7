import { findProgram, installPackages } from './system.mjs'

const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The address of a Chromium, where there is one. */
export function findChromium() {
  const { CHROMIUM_BIN } = process.env
  if (!CHROMIUM_BIN) return findProgram(...names)
  const found = findProgram(CHROMIUM_BIN)
  if (!found) throw new Error(`CHROMIUM_BIN names no program: ${CHROMIUM_BIN}`)
  return found
}

/**
 * The address of Chromium's headless shell, which draws pages and has no windows and tabs, and therefore takes
 * a quarter less of the processor; where there is none, that of any other Chromium.
 */
export const findShell = () => (process.env.CHROMIUM_BIN ? findChromium() : (findProgram(shell) ?? findChromium()))

/** The address of a Chromium, installed where there is none. */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  await installPackages('Chromium', 'chromium')
  const installed = findChromium()
  if (!installed) throw new Error('Chromium was installed and still cannot be found. Please set CHROMIUM_BIN.')
  return installed
}

/** Installs the headless shell where there is none. Where that cannot be, the tests do with the Chromium that is there. */
export async function ensureShell() {
  if (process.env.CHROMIUM_BIN || findProgram(shell)) return
  await installPackages('The headless Chromium', shell).catch((error) =>
    console.log(`${error instanceof Error ? error.message : error}\nThe tests go on without it.`),
  )
}
