import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** @type {{ imports: Record<string, string> }} */
const { imports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Folders with a subpath import (`imports` in package.json): `['#ui/', 'renderer/ui/']`. */
export const subpaths = Object.entries(imports).map(([key, value]) => /** @type {const} */ ([key.slice(0, -1), value.slice(2, -1)]))

/**
 * The file that an import refers to, as a path from the root with slashes; null for a package.
 * @param {string} file the importing file, as a path from the root with slashes @param {string} specifier
 */
export function resolveImport(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const subpath = subpaths.find(([prefix]) => specifier.startsWith(prefix))
  return subpath ? subpath[1] + specifier.slice(subpath[0].length) : null
}

/**
 * The subpath import to use instead of a relative one that leads into another folder with a subpath; null if the import is correct.
 * @param {string} file @param {string} specifier
 */
export function betterSpecifier(file, specifier) {
  if (!specifier.startsWith('.')) return null
  const target = posix.join(posix.dirname(file), specifier)
  const subpath = subpaths.find(([, folder]) => target.startsWith(folder) && !file.startsWith(folder))
  return subpath ? subpath[0] + target.slice(subpath[1].length) : null
}
