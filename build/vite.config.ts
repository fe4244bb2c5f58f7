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
    rolldownOptions: {
      input: `${root}renderer/main.tsx`,
      // A module counts only where something of it is used, so what an index or the catalogue of texts names comes with whoever uses it.
      treeshake: { moduleSideEffects: [{ test: /\/(renderer\/(features|texts|ui)|server\/contract)\/.*\.tsx?$/, sideEffects: false }] },
      output: {
        // Three files for what every page needs, one by how often it changes, and one of small things that most screens share;
        // the rest splits where it is imported lazily.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|wouter|regexparam)\//, priority: 3 },
            { name: 'state', test: /node_modules\/(@reduxjs|@redux-saga|redux|redux-saga|redux-thunk|react-redux|reselect|immer|@standard-schema)\//, priority: 2 },
            // Without the entry, which waits for the code of a screen: that must not wait for the entry.
            { name: 'shell', tags: ['$initial'], test: /(?<!\/renderer\/main\.tsx)$/, priority: 1 },
            { name: 'kit', test: /\/renderer\/ui\/|\/server\/contract\/|node_modules\/lucide-react\//, priority: 0, minShareCount: 3, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { strictPort: true, cors: true },
})
