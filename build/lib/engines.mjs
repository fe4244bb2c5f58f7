import { existsSync, readdirSync } from 'node:fs'
import { delimiter } from 'node:path'
import { findProgram, installPackages } from './system.mjs'

/** The engine is missing and cannot be installed; the message is for the summary. Any other error is a fault of the setup. */
export class EngineMissing extends Error {}

/** The engines beside Chromium. @typedef {'firefox' | 'webkit'} EngineName */

/** The path of a Firefox, if there is one. */
export function findFirefox() {
  const { FIREFOX_BIN } = process.env
  if (!FIREFOX_BIN) return findProgram('firefox-esr', 'firefox')
  const found = findProgram(FIREFOX_BIN)
  if (!found) throw new Error(`FIREFOX_BIN names no program: ${FIREFOX_BIN}`)
  return found
}

/** Plugins of GStreamer without which WebKit plays no H.264 and AAC, no MP3, no HLS and no DASH. */
const codecs = ['libgstlibav.so', 'libgstmpg123.so', 'libgsthls.so', 'libgstdash.so']

/** @returns {string[]} */
function pluginFolders() {
  const { GST_PLUGIN_SYSTEM_PATH_1_0: given } = process.env
  if (given) return given.split(delimiter)
  return ['/usr/lib', '/usr/lib64'].filter(existsSync).flatMap((base) =>
    [
      base,
      ...readdirSync(base)
        .filter((name) => name.endsWith('-linux-gnu'))
        .map((name) => `${base}/${name}`),
    ].map((folder) => `${folder}/gstreamer-1.0`),
  )
}

/** The path of a WebKitWebDriver, if there is a display and the codecs of Safari. */
export function findWebKit() {
  const plays = codecs.every((file) => pluginFolders().some((folder) => existsSync(`${folder}/${file}`)))
  return plays && findProgram('Xvfb') ? findProgram('WebKitWebDriver') : undefined
}

const kinds = {
  firefox: { title: 'Firefox', find: findFirefox, packages: ['firefox-esr', 'pulseaudio'] },
  webkit: {
    title: 'WebKit',
    find: findWebKit,
    packages: ['webkit2gtk-driver', 'xvfb', 'gstreamer1.0-libav', 'gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad', 'pulseaudio'],
  },
}

/** Whether Playwright's own build of the engine is installed. @param {EngineName} name */
async function playwrightHas(name) {
  const playwright = await import('@playwright/test')
  return existsSync(playwright[name].executablePath())
}

/** Finds the engine or installs it. Throws `EngineMissing` if it cannot be installed. @param {EngineName} name */
export async function ensureEngine(name) {
  const { title, find, packages } = kinds[name]
  if (!find() && !(await playwrightHas(name))) {
    await installPackages(title, ...packages).catch((error) => {
      throw new EngineMissing(error instanceof Error ? error.message : String(error))
    })
    if (!find()) throw new Error(`${title} was installed and still cannot be found.`)
    return
  }
  // Without a sound device Firefox plays no sound. Most desktops have one; a server has none.
  if (process.platform !== 'linux' || findProgram('pulseaudio')) return
  await installPackages('PulseAudio', 'pulseaudio').catch((error) =>
    console.log(`${error instanceof Error ? error.message : error}\nThe tests go on with the sound device that is there.`),
  )
}
