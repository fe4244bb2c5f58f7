import { defineConfig } from 'vite'
import { config } from './vite.config.ts'

const { root, plugins, resolve } = config

/** Builds `renderer/render.tsx` for the server: the parts that only a browser loads stay in files of their own. */
export default defineConfig({
  root: root!,
  plugins: plugins!,
  resolve: resolve!,
  publicDir: false,
  // A build for Node would read it at run time, and render with React's development build.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ssr: 'renderer/render.tsx',
    outDir: `${root}dist/render`,
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'render.js', chunkFileNames: '[name]-[hash].js' } },
  },
  ssr: { noExternal: true },
})
