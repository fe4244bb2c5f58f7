import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { root } from './paths.mjs'

/** The names of a style sheet's classes, in their order. @type {Map<string, Map<string, string>>} */
const names = new Map()

/**
 * Short names for the classes of CSS modules, the same in all builds of the same style sheets. Those of one sheet differ only at the end, so
 * that they compress well.
 * @returns {import('vite').Plugin}
 */
export const shortClassNames = () => ({
  name: 'short-class-names',
  apply: 'build',
  config: () => ({
    css: {
      modules: {
        generateScopedName(name, file) {
          const path = relative(root, file)
          let own = names.get(path)
          if (own === undefined) names.set(path, (own = new Map()))
          let short = own.get(name)
          if (short === undefined) {
            short = `_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}${own.size.toString(36)}`
            own.set(name, short)
          }
          return short
        },
      },
    },
  }),
})
