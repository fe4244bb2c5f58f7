import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assetsToKeep } from '../../build/lib/worker.mjs'
import { splitByChunkGroup } from '../../build/lib/splitByChunkGroup.mjs'
import { createAssets, type DocumentAssets } from '../../server/features/pages/assets.ts'

const root = mkdtempSync(join(tmpdir(), 'strand-entries-'))
afterAll(() => rmSync(root, { recursive: true }))

const sources = {
  'renderer/main.js':
    "import './app.css'\nimport { page } from './page.js'\nglobalThis.app = [page, () => import('./screens/list/First.js'), () => import('./screens/list/second.js').then(({ second }) => second)]",
  'renderer/screens/list/First.js': "import './first.css'\nimport { shared } from '../../shared.js'\nexport default ['first', shared]",
  'renderer/screens/list/first.css': 'p { color: red }',
  'renderer/screens/list/second.js': "export const second = ['second']",
  'renderer/app.css': 'body { color: red }',
  'renderer/page.js': "import { shared } from './shared.js'\nexport const page = ['page', shared]",
  'renderer/shared.js': "export const shared = ['shared']",
  'renderer/receiver/main.js':
    "import { shared } from '../shared.js'\nimport { screen } from './screen.js'\nglobalThis.receiver = [shared, screen]",
  'renderer/receiver/screen.js': "import './screen.css'\nexport const screen = ['screen']",
  'renderer/receiver/screen.css': 'body { color: black }',
}
const table = {
  app: { module: 'renderer/main.js', offline: true },
  receiver: { module: 'renderer/receiver/main.js', offline: false },
}

type Manifest = Parameters<typeof assetsToKeep>[0]
let manifest: Manifest
let files: Rolldown.RolldownOutput['output']

/** Builds entries with the Vite configuration of the product, into a separate folder. */
beforeAll(async () => {
  for (const [path, source] of Object.entries(sources)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  const modules = Object.fromEntries(Object.entries(table).map(([name, { module }]) => [name, join(root, module)]))
  const config = {
    root,
    configFile: false as const,
    logLevel: 'silent' as const,
    build: {
      outDir: join(root, 'dist/web'),
      manifest: 'manifest.json',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: Object.values(modules) },
    },
  }
  const groups = { entries: modules, libraries: [], chunkGroupOf: (id: string) => /screens\/(\w+)/.exec(id)?.[1] ?? id, weightOf: () => 1 }
  const { output } = (await build(await splitByChunkGroup(config, groups))) as Rolldown.RolldownOutput
  files = output
  const asset = output.find(({ fileName }) => fileName === 'manifest.json') as Rolldown.OutputAsset
  manifest = JSON.parse(String(asset.source)) as Manifest
}, 30_000)

/** The file names without their hashes, each once: the imports of an entry are preloaded too. */
const filesIn = ({ scripts, styles }: DocumentAssets) => [
  ...new Set(
    [...(styles + scripts).matchAll(/(?:src|href)="\/assets\/([^"]*)-[\w-]{8}(\.\w+)"/g)].map(([, name, type]) => `${name}${type}`),
  ),
]

it('BY21 two entries → a document loads the entry that it names and what both share, and no script or style of the other', () => {
  const assets = createAssets({ root, viteOrigin: null }, table)
  expect(filesIn(assets('app')).toSorted()).toEqual(['main.js', 'shell-app-receiver.js', 'shell-app.css', 'shell-app.js'])
  expect(filesIn(assets('receiver')).toSorted()).toEqual(['main.js', 'shell-app-receiver.js', 'shell-receiver.css', 'shell-receiver.js'])
  const entry = ({ scripts }: DocumentAssets) => [...scripts.matchAll(/<script type="module" src="([^"]*)">/g)].at(-1)![1]
  expect(entry(assets('app'))).not.toBe(entry(assets('receiver')))
})

it('BY21 two entries in development → each document starts its own module', () => {
  const assets = createAssets({ root, viteOrigin: 'http://127.0.0.1:5173' }, table)
  expect(assets('receiver').scripts).toContain('src="http://127.0.0.1:5173/renderer/receiver/main.js"')
  expect(assets('receiver').scripts).not.toContain('renderer/main.js')
})

it('BY24 two lazily imported modules of one chunk group → one file, which the manifest lists under the path of each', () => {
  const [first, second] = [manifest['renderer/screens/list/First.js'], manifest['renderer/screens/list/second.js']]
  expect(first?.file).toMatch(/^assets\/list-[\w-]{8}\.js$/)
  expect(second?.file).toBe(first?.file)
  expect(first?.css).toEqual([expect.stringMatching(/^assets\/list-[\w-]{8}\.css$/)])
  const script = files.find(({ fileName }) => fileName === first?.file) as Rolldown.OutputChunk
  expect(script.code).toContain('first')
  expect(script.code).toContain('second')
})

it('BY15 two entries, one of them for offline use → the service worker stores only what that one needs', () => {
  expect(
    assetsToKeep(manifest, table)
      .map((path) => path.replace(/-[\w-]{8}(\.\w+)$/, '$1'))
      .toSorted(),
  ).toEqual([
    '/assets/list.css',
    '/assets/list.js',
    '/assets/main.js',
    '/assets/shell-app-receiver.js',
    '/assets/shell-app.css',
    '/assets/shell-app.js',
  ])
})
