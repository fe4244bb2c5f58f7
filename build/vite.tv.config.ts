import { defineConfig } from 'vite'
import { tvTarget } from '#contract/browsers.js'
import { tvEntry } from '#contract/pages/entries.js'
import { config, treeshake } from './vite.config.ts'

const { root, plugins, resolve } = config

/** Builds the page of televisions, whose browsers are years older than those of the website. */
export default defineConfig({
  root: root!,
  base: tvEntry.base,
  plugins: plugins!,
  resolve: resolve!,
  publicDir: false,
  build: {
    outDir: `${root}${tvEntry.folder}`,
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: tvTarget,
    cssTarget: tvTarget,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: `${root}${tvEntry.module}`, treeshake },
  },
})
