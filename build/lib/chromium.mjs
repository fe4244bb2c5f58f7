import { findProgram, installPackages } from './system.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The address of a Chromium, where there is one. */
export function findChromium() {
  const { CHROMIUM_BIN } = process.env
  if (!CHROMIUM_BIN) return findProgram(...names)
  const found = findProgram(CHROMIUM_BIN)
  if (!found) throw new Error(`CHROMIUM_BIN names no program: ${CHROMIUM_BIN}`)
  return found
}

/** The address of a Chromium, installed where there is none. */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  await installPackages('Chromium', 'chromium')
  const installed = findChromium()
  if (!installed) throw new Error('Chromium was installed and still cannot be found. Please set CHROMIUM_BIN.')
  return installed
}
