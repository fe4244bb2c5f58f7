import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { root } from './paths.mjs'

/** @typedef {{ path: string, names: Map<string, string> }} Sheet the short names of its classes, in their order */

/** Style sheets by their prefix. @type {Map<string, Sheet>} */
const sheets = new Map()

/** @param {string} name @param {string} file absolute path of the style sheet */
function shortName(name, file) {
  const path = relative(root, file)
  const prefix = createHash('sha256').update(path).digest('base64url').slice(0, 4)
  const sheet = sheets.get(prefix) ?? { path, names: new Map() }
  if (sheet.path !== path) throw new Error(`The classes of ${path} and ${sheet.path} would have the same names. Rename one of the files.`)
  sheets.set(prefix, sheet)
  const short = sheet.names.get(name) ?? `_${prefix}${sheet.names.size.toString(36)}`
  sheet.names.set(name, short)
  return short
}

/**
 * Short names for the classes of CSS modules, the same in all builds of the same style sheets. Those of one sheet differ only at the end, so
 * that they compress well.
 * @returns {import('vite').Plugin}
 */
export const shortClassNames = () => ({
  name: 'short-class-names',
  apply: 'build',
  config: () => ({ css: { modules: { generateScopedName: shortName } } }),
})
