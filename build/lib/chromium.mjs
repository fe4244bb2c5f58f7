import { findProgram, installPackages } from './system.mjs'

const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** No background requests, and no features that containers lack. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Only local servers can be reached. Tests fake other addresses.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** The path of a Chromium, if there is one. */
export function findChromium() {
  const { CHROMIUM_BIN } = process.env
  if (!CHROMIUM_BIN) return findProgram(...names)
  const found = findProgram(CHROMIUM_BIN)
  if (!found) throw new Error(`CHROMIUM_BIN is not the path of a program: ${CHROMIUM_BIN}`)
  return found
}

/**
 * The path of Chromium's headless shell, which has no windows and tabs and therefore needs a quarter less CPU time;
 * otherwise that of any other Chromium.
 */
export const findShell = () => (process.env.CHROMIUM_BIN ? findChromium() : (findProgram(shell) ?? findChromium()))

/** Returns the path of a Chromium. Installs one if there is none. */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  await installPackages('Chromium', 'chromium')
  const installed = findChromium()
  if (!installed) throw new Error('Chromium was installed, but was not found. Please set CHROMIUM_BIN.')
  return installed
}

/** Installs the headless shell if there is none. If that fails, the tests use the installed Chromium. */
export async function ensureShell() {
  if (process.env.CHROMIUM_BIN || findProgram(shell)) return
  await installPackages('The headless Chromium', shell).catch((error) =>
    console.log(`${error instanceof Error ? error.message : error}\nThe tests continue without it.`),
  )
}
