import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cycleThrough, importGraph } from '../../build/lint/cycles.js'
import { root } from '../support/built-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'strand-cycles-'))
afterAll(() => rmSync(folder, { recursive: true }))

const files = {
  'renderer/a.ts': "import type { B } from './b.ts'\nimport './unused.css'",
  'renderer/b.ts': "export const load = () => import('./c.ts')",
  'renderer/c.ts': "export * from './a.ts'",
  'renderer/d.ts': "import { load } from './b.ts'",
}
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

test('BY21 a cycle is found through a type import, a dynamic import and a re-export', () => {
  const graph = importGraph(folder)
  expect(cycleThrough(graph, 'renderer/a.ts', 'renderer/b.ts')).toEqual([
    'renderer/a.ts',
    'renderer/b.ts',
    'renderer/c.ts',
    'renderer/a.ts',
  ])
  expect(cycleThrough(graph, 'renderer/d.ts', 'renderer/b.ts')).toBe(null)
})

test('BY21 no file of the product is part of an import cycle', () => {
  const graph = importGraph(root)
  expect(graph.size).toBeGreaterThan(1000)
  const cycles = [...graph].flatMap(([file, targets]) => targets.flatMap((target) => cycleThrough(graph, file, target)?.join(' → ') ?? []))
  expect(cycles).toEqual([])
})
