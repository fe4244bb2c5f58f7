import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * There is no index.html: the server renders every document and takes the addresses of scripts and
 * styles from the manifest, so the entry is the module itself.
 */
export default defineConfig({
  root,
  base: '/',
  publicDir: `${root}renderer/public`,
  plugins: [react()],
  build: {
    outDir: `${root}dist/web`,
    emptyOutDir: true,
    manifest: 'manifest.json',
    sourcemap: false,
    // The first browsers with light-dark(), which the tokens are made of.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The content security policy allows no data: fonts or scripts, and a picture of its own is cached for good.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: `${root}renderer/main.tsx` },
  },
  server: { strictPort: true, cors: true },
})
