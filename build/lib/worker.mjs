import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { browserTargets } from '#contract/browsers.js'
import { at, root } from './paths.mjs'

/** @typedef {Record<string, { file: string, imports?: string[], dynamicImports?: string[], css?: string[], isEntry?: boolean }>} Manifest */

const entry = 'renderer/main.tsx'

/**
 * Without which no page starts: the entry, what it imports, and what that imports when it is needed, which are the
 * screens and what opens on them. What only those fetch later, the engines of formats for example, is kept once it was used.
 * @param {Manifest} manifest @returns {string[]}
 */
export function assetsToKeep(manifest) {
  /** @type {Set<string>} */
  const chunks = new Set()
  /** @param {string} key */
  const visit = (key) => {
    if (chunks.has(key) || !manifest[key]) return
    chunks.add(key)
    for (const other of manifest[key].imports ?? []) visit(other)
  }
  visit(entry)
  // A copy: what is imported lazily from there on is not followed further.
  for (const key of [...chunks]) for (const screen of manifest[key]?.dynamicImports ?? []) visit(screen)
  const files = [...chunks].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])])
  return [...new Set(files)]
    .filter(Boolean)
    .sort()
    .map((file) => `/${file}`)
}

/** The service worker, which has to know what Vite has just built. */
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
