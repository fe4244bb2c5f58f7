import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, mergeConfig, type Rolldown, type UserConfig } from 'vite'
import { browserTargets } from '#contract/browsers.js'
import { entries } from '#contract/pages/entries.js'
import { shortClassNames } from './lib/classNames.mjs'
import { compactIcons } from './lib/icons.mjs'
import { minifyFirst } from './lib/minify.mjs'
import { chunkGroupOf, pages, weightOf } from './lib/chunkGroups.mjs'
import { sentinelsWithoutStack } from './lib/sentinels.mjs'
import { splitByChunkGroup } from './lib/splitByChunkGroup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules: Record<string, string> = Object.fromEntries(Object.entries(entries).map(([name, { module }]) => [name, `${root}${module}`]))

/** What every page needs, in files of their own, because it changes rarely. Each is evaluated in a task of its own. */
const libraries: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\/|renderer\/app\/react\.ts$/, priority: 2 },
  {
    name: 'redux',
    test: /node_modules\/(wouter|regexparam|@reduxjs|redux|redux-thunk|react-redux|reselect|immer|@standard-schema)\//,
    priority: 1,
  },
]

/** Only modules with a used export count, so exports of an index or of the catalogue belong to the chunk of their user. */
export const treeshake: Rolldown.TreeshakingOptions = {
  moduleSideEffects: [{ test: /\/(renderer\/(screens|widgets|texts|ui|player)|server\/contract)\/.*\.tsx?$/, sideEffects: false }],
}

/**
 * There is no index.html: the server renders every document and takes the addresses of scripts and
 * styles from the manifest, so an entry is the module itself (server/contract/pages/entries.js).
 */
export const config: UserConfig = {
  root,
  base: '/',
  publicDir: `${root}renderer/public`,
  plugins: [react(), compactIcons(), shortClassNames(), sentinelsWithoutStack()],
  // Icons are drawn by our own component, without the options of lucide-react's (renderer/ui/glyph.ts).
  resolve: { alias: [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: `${root}renderer/ui/glyph.ts` }] },
  build: {
    outDir: `${root}dist/web`,
    emptyOutDir: true,
    manifest: 'manifest.json',
    sourcemap: false,
    target: browserTargets,
    cssTarget: browserTargets,
    // The content security policy forbids data: fonts and scripts, and a separate picture can be cached permanently.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.values(modules),
      treeshake,
      // Inlines texts where they are used, so that the shell does not contain those of later screens.
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
    },
  },
  server: { strictPort: true, cors: true },
}

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return config
  const split = await splitByChunkGroup(config, { entries: modules, libraries, chunkGroupOf, weightOf, pages })
  return mergeConfig(split, { plugins: [minifyFirst()] })
})
