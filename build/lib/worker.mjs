import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { browserTargets } from '#contract/browsers.js'
import { entries } from '#contract/pages/entries.js'
import { at, root } from './paths.mjs'

/** @typedef {Record<string, { file: string, imports?: string[], dynamicImports?: string[], css?: string[], isEntry?: boolean }>} Manifest */

/**
 * The files that the offline entries need: their chunks with all static imports, and the lazy imports of those, which are the
 * screens and dialogs. Files that only these load lazily, such as the engines of formats, are cached at their first use.
 * @param {Manifest} manifest
 * @param {Record<string, import('#contract/pages/entries.js').PageEntry>} table
 * @returns {string[]}
 */
export function assetsToKeep(manifest, table = entries) {
  /** @type {Set<string>} */
  const chunks = new Set()
  /** @param {string} key */
  const visit = (key) => {
    if (chunks.has(key) || !manifest[key]) return
    chunks.add(key)
    for (const other of manifest[key].imports ?? []) visit(other)
  }
  for (const { module, offline } of Object.values(table)) if (offline) visit(module)
  // A copy: lazy imports of lazy imports are not followed.
  for (const key of [...chunks]) for (const screen of manifest[key]?.dynamicImports ?? []) visit(screen)
  const files = [...chunks].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])])
  return [...new Set(files)]
    .filter(Boolean)
    .sort()
    .map((file) => `/${file}`)
}

/** Builds the service worker, which contains the list of files that Vite has built. */
export async function buildWorker() {
  const manifest = readFileSync(at('dist/web/manifest.json'))
  const { build, stop } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['renderer/worker/sw.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: browserTargets,
    define: {
      // As the server names it: server/http/build.ts.
      STRAND_BUILD: JSON.stringify(createHash('sha256').update(manifest).digest('base64url').slice(0, 12)),
      STRAND_ASSETS: JSON.stringify(assetsToKeep(JSON.parse(manifest.toString()))),
    },
    write: false,
    logLevel: 'silent',
  })
  await stop()
  writeFileSync(at('dist/web/sw.js'), outputFiles[0]?.contents ?? '')
}
