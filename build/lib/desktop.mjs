import { createPublicKey } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { at, root } from './paths.mjs'
import { findProgram } from './system.mjs'

/** Where the desktop application is built. */
export const desktopFolder = 'dist/desktop'

/** By which the systems know the application. A change makes it another application, which is installed beside the previous one. */
export const desktopId = 'app.strand.desktop'

/**
 * The feed of new versions, a setting of the build; null without one. Throws if it is not valid.
 * @param {Record<string, string | undefined>} env @returns {{ url: string, publicKey: string } | null}
 */
export function updateFeed({ STRAND_UPDATE_FEED: address, STRAND_UPDATE_KEY: publicKey }) {
  if (!address) return null
  const url = URL.canParse(address) ? new URL(address) : null
  const isLocal = url?.protocol === 'http:' && url.hostname === '127.0.0.1'
  if (url === null || (url.protocol !== 'https:' && !isLocal) || url.username !== '' || url.search !== '')
    throw new Error('STRAND_UPDATE_FEED must be the https:// address of a folder.')
  if (!publicKey || !isPublicKey(publicKey))
    throw new Error('STRAND_UPDATE_KEY must be the public key of the feed: "npm run desktop:feed -- --new-key FILE" creates one.')
  return { url: url.href.replace(/\/*$/, '/'), publicKey }
}

/** @param {string} text */
function isPublicKey(text) {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/**
 * Builds the main process and the preload script, each as one CommonJS file without dependencies: a sandboxed preload script can load no
 * other file.
 * @param {string} [outdir] relative to the root
 * @param {{ isPackaged?: boolean, env?: Record<string, string | undefined> }} [options] `isPackaged`: smaller; `env`: settings of the build
 */
export async function buildDesktop(outdir = desktopFolder, { isPackaged = false, env = {} } = {}) {
  const feed = updateFeed(env)
  const { build, stop } = await import('esbuild')
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    absWorkingDir: root,
    bundle: true,
    external: ['electron'],
    format: 'cjs',
    metafile: true,
    legalComments: 'none',
    logLevel: 'silent',
  }
  const results = await Promise.all([
    build({
      ...common,
      entryPoints: ['electron/shell/main.ts'],
      outfile: `${outdir}/main.cjs`,
      platform: 'node',
      target: 'node22',
      // Names are readable in logs.
      minifySyntax: isPackaged,
      minifyWhitespace: isPackaged,
      define: Object.fromEntries(
        Object.entries({
          STRAND_DESKTOP_ID: desktopId,
          STRAND_DESKTOP_HOMEPAGE: env.STRAND_DESKTOP_HOMEPAGE ?? '',
          STRAND_UPDATE_FEED: feed?.url ?? '',
          STRAND_UPDATE_KEY: feed?.publicKey ?? '',
        }).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]),
      ),
    }),
    build({
      ...common,
      entryPoints: ['electron/preload/index.ts'],
      outfile: `${outdir}/preload.cjs`,
      platform: 'browser',
      target: 'chrome140',
      minify: true,
    }),
  ])
  await stop()
  mkdirSync(at(outdir), { recursive: true })
  copyFileSync(at('renderer/public/icons/192.png'), at(outdir, 'icon.png'))
  return results.map(({ metafile }) => metafile ?? { inputs: {}, outputs: {} })
}

/**
 * Electron's program: the one that STRAND_ELECTRON_BIN names, or that of the package, which is downloaded by `npx install-electron --no`.
 * The package itself must not be imported: that would start the download.
 * @param {Record<string, string | undefined>} [env] @param {string} [folder] of the package
 * @returns {{ path: string } | { path: null, why: string }}
 */
export function findElectron(env = process.env, folder = at('node_modules/electron')) {
  const named = env.STRAND_ELECTRON_BIN
  if (named) return existsSync(named) ? { path: named } : { path: null, why: `STRAND_ELECTRON_BIN names ${named}, which does not exist.` }
  const record = `${folder}/path.txt`
  const path = existsSync(record) ? `${folder}/dist/${readFileSync(record, 'utf8').trim()}` : null
  if (path !== null && existsSync(path)) return { path }
  return {
    path: null,
    why: 'The program of Electron is missing. Download it with "npx install-electron --no", or set STRAND_ELECTRON_BIN to one that is installed.',
  }
}

/**
 * Why the tests in the real Electron are skipped; null if they can run. Throws the reason where STRAND_REQUIRE_ELECTRON is 1.
 * @param {Record<string, string | undefined>} [env] @param {string} [folder] of the package `electron` @returns {string | null}
 */
export function whyNoElectron(env = process.env, folder) {
  const found = findElectron(env, folder)
  const hasDisplay = process.platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY || findProgram('Xvfb')
  const why = found.path === null ? found.why : hasDisplay ? null : 'Electron needs a display. Install Xvfb.'
  if (why !== null && env.STRAND_REQUIRE_ELECTRON === '1') throw new Error(why)
  return why
}
