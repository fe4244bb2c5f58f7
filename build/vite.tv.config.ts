import { defineConfig } from 'vite'
import { tvTarget } from '#contract/browsers.js'
import { tvBuild, tvEntries } from '#contract/pages/entries.js'
import { config, treeshake } from './vite.config.ts'

const { root, plugins, resolve } = config

/** Builds the pages of televisions and Cast devices, whose browsers are years older than those of the website. */
export default defineConfig({
  root: root!,
  base: tvBuild.base,
  plugins: plugins!,
  resolve: resolve!,
  publicDir: false,
  build: {
    outDir: `${root}${tvBuild.folder}`,
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: tvTarget,
    cssTarget: tvTarget,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: Object.values(tvEntries).map(({ module }) => `${root}${module}`), treeshake },
  },
})
