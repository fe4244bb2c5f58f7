import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { at, root } from './paths.mjs'

/** Where the desktop application is built. */
export const desktopFolder = 'dist/desktop'

/** By which the systems know the application. A change makes it another application, which is installed beside the previous one. */
export const desktopId = 'app.strand.desktop'

/**
 * Builds the main process and the preload script, each as one CommonJS file without dependencies: a sandboxed preload script can load no
 * other file.
 * @param {string} [outdir] relative to the root @param {{ isPackaged?: boolean }} [options] `isPackaged`: smaller
 */
export async function buildDesktop(outdir = desktopFolder, { isPackaged = false } = {}) {
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
      define: { 'process.env.STRAND_DESKTOP_ID': JSON.stringify(desktopId) },
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
