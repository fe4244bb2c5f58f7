import { defineConfig } from 'vite'
import { widgetBuild, widgetEntries } from '#contract/pages/entries.js'
import { config, treeshake } from './vite.config.ts'

const { root, plugins, resolve, build } = config

/** The engine, the common parts of its outputs, and its libraries. */
const engine =
  /\/renderer\/player\/(?!outputs\/)|\/outputs\/(preload|registry|widgetOutputs|formats|stage|volume|events|linger|failures|provider|script|timeline|ids)\.ts|\/(@reduxjs|redux|redux-saga|@redux-saga|immer|reselect)\//

/** Builds the widget of other sites. Its player is one file, so that a press waits for one request. */
export default defineConfig({
  root: root!,
  base: widgetBuild.base,
  plugins: plugins!,
  resolve: resolve!,
  publicDir: false,
  build: {
    ...build,
    outDir: `${root}${widgetBuild.folder}`,
    rolldownOptions: {
      input: Object.values(widgetEntries).map(({ module }) => `${root}${module}`),
      treeshake,
      output: {
        codeSplitting: {
          // What each output needs, or only one of them, stays in its file; the helper that loads files belongs to the entry.
          includeDependenciesRecursively: false,
          groups: [{ name: 'engine', test: engine }],
        },
      },
    },
  },
})
