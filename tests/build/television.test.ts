/** The built page of televisions runs in Chromium 79: its syntax, the APIs that it uses, and its styles. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseScript, type Node } from 'acorn'
import postcss from 'postcss'
import { beforeAll, expect, test } from 'vitest'
import { tvTarget } from '#contract/browsers.js'
import { tvBuild } from '#contract/pages/entries.js'
import { ensureBuilt } from '../../build/lib/artefacts.mjs'
import { at } from '../../build/lib/paths.mjs'
import { compatibility } from '../../build/lint/browsers.js'

const chromium = Number(tvTarget.replace('chrome', ''))
const folder = at(tvBuild.folder)
const filesOf = (extension: string): string[] => readdirSync(join(folder, 'assets')).filter((name) => name.endsWith(extension))
const read = (name: string): string => readFileSync(join(folder, 'assets', name), 'utf8')

beforeAll(() => ensureBuilt(), 120_000)

/** Chromium 79 knows ECMAScript 2020 without these. */
const newerSyntax = (node: Node & { operator?: string }): boolean =>
  node.type === 'ChainExpression' || (node.type === 'LogicalExpression' && node.operator === '??')

/** Calls `visit` with every node of a syntax tree. */
function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const child of node) walk(child, visit)
  else if (typeof node === 'object' && node !== null && 'type' in node) {
    visit(node as Node)
    for (const child of Object.values(node)) if (typeof child === 'object') walk(child, visit)
  }
}

const parse = (source: string): Node => parseScript(source, { ecmaVersion: 2020, sourceType: 'module' })

test('BZ3 the scripts of the television page have only syntax of its browser', () => {
  const scripts = filesOf('.js')
  expect(scripts.length).toBeGreaterThan(5)
  for (const name of scripts) {
    const found: string[] = []
    walk(parse(read(name)), (node) => void (newerSyntax(node) && found.push(node.type)))
    expect([name, found]).toEqual([name, []])
  }
})

/** Optional chaining would not be found without this. */
test('the check finds newer syntax', () => {
  const found: string[] = []
  walk(parse('a?.b ?? c'), (node) => void (newerSyntax(node) && found.push(node.type)))
  expect(found).toEqual(['LogicalExpression', 'ChainExpression'])
  expect(() => parse('class A { #b = 1 }')).toThrow()
})

interface Feature {
  __compat?: { support: { chrome?: Support | Support[] } }
}
interface Support {
  version_added?: string | boolean | null
  flags?: unknown
}

const isOld = ({ __compat }: Feature): boolean =>
  [__compat?.support.chrome ?? []]
    .flat()
    .some(({ version_added: added, flags }) => !flags && typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= chromium)

/** Members of the platform's objects, by name: true if the browser has every or some of that name. */
function members(): Map<string, boolean> {
  const { javascript, api } = compatibility() as {
    javascript: { builtins: Record<string, Record<string, Feature>> }
    api: Record<string, Record<string, Feature>>
  }
  const used = [
    'AbortSignal',
    'Crypto',
    'Document',
    'DocumentFragment',
    'Element',
    'EventTarget',
    'HTMLElement',
    'Navigator',
    'Node',
    'URL',
  ]
  const holders = [...Object.values(javascript.builtins), ...used.map((name) => api[name]!)]
  const found = new Map<string, boolean>()
  for (const holder of holders)
    for (const [name, feature] of Object.entries(holder)) {
      const member = name.replace(/_static$/, '')
      if (feature.__compat) found.set(member, found.get(member) === true || isOld(feature))
    }
  return found
}

/** Defined by `renderer/tv/polyfills.ts`. */
const polyfilled = [
  'at',
  'canParse',
  'findLast',
  'findLastIndex',
  'hasOwn',
  'replaceAll',
  'replaceChildren',
  'timeout',
  'toReversed',
  'toSorted',
  'toSpliced',
  'with',
]
/** The code checks whether the browser has them, or catches the error. */
const optional = ['AggregateError', 'deref', 'getAnimations', 'randomUUID', 'startViewTransition', 'toBase64', 'transfer']
/** Methods of other objects with the same name, such as `AbortController.abort` and `take` of redux-saga. */
const namesakes = ['abort', 'error', 'escape', 'pause', 'take', 'use']

test('BZ3 the scripts of the television page use no API that its browser lacks', () => {
  const known = members()
  const missing = new Map<string, string[]>()
  for (const file of filesOf('.js'))
    walk(parse(read(file)), (node) => {
      const { type, callee } = node as Node & { callee?: { property?: { name?: string }; computed?: boolean } }
      const property = callee?.property
      if ((type !== 'CallExpression' && type !== 'NewExpression') || callee?.computed || property?.name === undefined) return
      if (known.get(property.name) === false) missing.set(property.name, [...(missing.get(property.name) ?? []), file])
    })
  for (const name of [...polyfilled, ...optional, ...namesakes]) missing.delete(name)
  expect(Object.fromEntries([...missing].map(([name, files]) => [name, [...new Set(files)]]))).toEqual({})
})

test('BZ3 the styles of the television page use no property that its browser lacks', () => {
  const { css } = compatibility() as { css: { properties: Record<string, Feature> } }
  const missing = new Set<string>()
  for (const file of filesOf('.css'))
    postcss.parse(read(file)).walkDecls(({ prop }) => {
      // In a flex box, `gap` came later than in a grid.
      if (prop === 'gap' || (!prop.startsWith('-') && css.properties[prop] && !isOld(css.properties[prop]))) missing.add(prop)
    })
  expect([...missing]).toEqual([])
})
