import { findProgram, installPackages } from './system.mjs'

const find = () => {
  const { CHROMIUM_BIN } = process.env
  if (CHROMIUM_BIN !== undefined && !findProgram(CHROMIUM_BIN)) throw new Error(`CHROMIUM_BIN names no program: ${CHROMIUM_BIN}`)
  return findProgram(...(CHROMIUM_BIN ? [CHROMIUM_BIN] : []), 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
}

/** The address of a Chromium, installed where there is none. */
export async function ensureChromium() {
  const found = find()
  if (found) return found
  await installPackages('Chromium', 'chromium')
  const installed = find()
  if (!installed) throw new Error('Chromium was installed and still cannot be found. Please set CHROMIUM_BIN.')
  return installed
}

export { find as findChromium }
