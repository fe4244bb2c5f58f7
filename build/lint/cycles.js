import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { resolveImport } from './resolve.js'

const sources = ['server/**/*', 'search/**/*', 'renderer/**/*', 'electron/**/*']

/**
 * The files of the product, each with the files that it imports, including type-only and dynamic imports.
 * @param {string} root @returns {Map<string, string[]>} paths from the root, with slashes
 */
export function importGraph(root) {
  const found = ts.sys.readDirectory(root, ['.ts', '.tsx'], undefined, sources)
  const files = new Set(found.map((file) => relative(root, file).replaceAll('\\', '/')))
  return new Map(
    [...files].map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true)
      const targets = importedFiles.map(({ fileName }) => resolveImport(file, fileName))
      return [file, targets.filter((target) => target !== null).filter((target) => files.has(target))]
    }),
  )
}

/**
 * The shortest cycle from `start` through `first` back to `start`; null if there is none.
 * @param {Map<string, string[]>} graph @param {string} start @param {string} first @returns {string[] | null}
 */
export function cycleThrough(graph, start, first) {
  /** @type {Map<string, string | null>} */
  const before = new Map([[first, null]])
  for (const file of before.keys()) {
    if (file === start) {
      const path = []
      for (let step = before.get(file) ?? null; step !== null; step = before.get(step) ?? null) path.unshift(step)
      return [start, ...path, start]
    }
    for (const target of graph.get(file) ?? []) if (!before.has(target)) before.set(target, file)
  }
  return null
}

/** The graphs by root folder, cached for the whole run. @type {Map<string, Map<string, string[]>>} */
const graphs = new Map()

/** @type {import('eslint').Rule.RuleModule} */
export const cyclesRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { cycle: 'This import closes a cycle: {{path}}. Move the shared code into a file that imports neither.' },
  },
  create(context) {
    const graph = graphs.get(context.cwd) ?? importGraph(context.cwd)
    graphs.set(context.cwd, graph)
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/')
    if (!graph.has(file)) return {}
    /** @param {any} node @param {any} source */
    const check = (node, source) => {
      const target = typeof source?.value === 'string' ? resolveImport(file, source.value) : null
      if (target === null) return
      const path = cycleThrough(graph, file, target)
      if (path !== null) context.report({ node, messageId: 'cycle', data: { path: path.join(' → ') } })
    }
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      TSImportType: (/** @type {any} */ node) => check(node, node.source ?? node.argument?.literal),
    }
  },
}
