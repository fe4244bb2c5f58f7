import { existsSync, readdirSync } from 'node:fs'
import { delimiter } from 'node:path'
import { findProgram, installPackages } from './system.mjs'

/** The engine is missing and cannot be installed; the message is for the summary. Other errors indicate a broken setup. */
export class EngineMissing extends Error {}

/** The engines other than Chromium. @typedef {'firefox' | 'webkit'} EngineName */

/** The path of a Firefox, if there is one. */
export function findFirefox() {
  const { FIREFOX_BIN } = process.env
  if (!FIREFOX_BIN) return findProgram('firefox-esr', 'firefox')
  const found = findProgram(FIREFOX_BIN)
  if (!found) throw new Error(`FIREFOX_BIN is not the path of a program: ${FIREFOX_BIN}`)
  return found
}

/** The GStreamer plugins that WebKit needs for H.264 and AAC, MP3, HLS and DASH. */
const codecs = ['libgstlibav.so', 'libgstmpg123.so', 'libgsthls.so', 'libgstdash.so']

/** @returns {string[]} */
function pluginFolders() {
  const { GST_PLUGIN_SYSTEM_PATH_1_0: configured } = process.env
  if (configured) return configured.split(delimiter)
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
  const hasCodecs = codecs.every((file) => pluginFolders().some((folder) => existsSync(`${folder}/${file}`)))
  return hasCodecs && findProgram('Xvfb') ? findProgram('WebKitWebDriver') : undefined
}

const engines = {
  firefox: { title: 'Firefox', find: findFirefox, packages: ['firefox-esr', 'pulseaudio'] },
  webkit: {
    title: 'WebKit',
    find: findWebKit,
    packages: ['webkit2gtk-driver', 'xvfb', 'gstreamer1.0-libav', 'gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad', 'pulseaudio'],
  },
}

/** Whether Playwright's own build of the engine is installed. @param {EngineName} name */
async function hasPlaywrightBuild(name) {
  const playwright = await import('@playwright/test')
  return existsSync(playwright[name].executablePath())
}

/** Finds the engine or installs it. Throws `EngineMissing` if it cannot be installed. @param {EngineName} name */
export async function ensureEngine(name) {
  const { title, find, packages } = engines[name]
  if (!find() && !(await hasPlaywrightBuild(name))) {
    await installPackages(title, ...packages).catch((error) => {
      throw new EngineMissing(error instanceof Error ? error.message : String(error))
    })
    if (!find()) throw new Error(`${title} was installed, but was not found.`)
    return
  }
  // Firefox needs a sound device to play sound. Most desktops have one; a server has none.
  if (process.platform !== 'linux' || findProgram('pulseaudio')) return
  await installPackages('PulseAudio', 'pulseaudio').catch((error) =>
    console.log(`${error instanceof Error ? error.message : error}\nThe tests continue with the existing sound device, if there is one.`),
  )
}
