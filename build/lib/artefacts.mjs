import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { compressFiles } from './compress.mjs'
import { at, root } from './paths.mjs'
import { runBin } from './run.mjs'
import { buildWidgetLoader } from './widgetLoader.mjs'
import { buildWorker } from './worker.mjs'

/** In a separate process: Vite needs much memory, and this process may become the server. @param {string} config */
async function runVite(config) {
  const { code, output } = await runBin('vite/bin/vite.js', ['build', '-c', config, '--logLevel', 'warn'], {
    quiet: true,
    env: { NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  if (code !== 0) throw new Error(output.trim())
}

/** Inputs of every build of the app. */
const appInputs = [
  'renderer',
  'server/contract',
  'build/vite.config.ts',
  'build/lib/classNames.mjs',
  'build/lib/icons.mjs',
  'build/lib/sentinels.mjs',
  'tsconfig.json',
  'package-lock.json',
]

/**
 * Artefacts and their inputs. An artefact is stale if the content of its inputs changed. Contents are compared, not times,
 * because a checkout changes times only.
 * @type {{ name: string, output: string, inputs: string[], ignore?: RegExp, build: () => Promise<void> }[]}
 */
const artefacts = [
  {
    name: 'pages',
    output: 'dist/web/manifest.json',
    inputs: [
      ...appInputs,
      'build/lib/chunkGroups.mjs',
      'build/lib/chunks.mjs',
      'build/lib/compress.mjs',
      'build/lib/minify.mjs',
      'build/lib/splitByChunkGroup.mjs',
      'build/lib/worker.mjs',
    ],
    build: async () => {
      await runVite('build/vite.config.ts')
      await buildWorker()
      await compressFiles(at('dist/web'))
    },
  },
  {
    name: 'page of televisions',
    output: 'dist/tv/manifest.json',
    inputs: [...appInputs, 'build/vite.tv.config.ts', 'build/lib/compress.mjs'],
    build: async () => {
      await runVite('build/vite.tv.config.ts')
      await compressFiles(at('dist/tv'))
    },
  },
  {
    name: 'widget',
    output: 'dist/embed/manifest.json',
    inputs: [...appInputs, 'build/vite.embed.config.ts', 'build/lib/compress.mjs', 'build/lib/widgetLoader.mjs'],
    build: async () => {
      await runVite('build/vite.embed.config.ts')
      await buildWidgetLoader()
      await compressFiles(at('dist/embed'))
    },
  },
  {
    name: 'renderer for the server',
    output: 'dist/render/render.js',
    inputs: [...appInputs, 'build/vite.render.config.ts'],
    build: () => runVite('build/vite.render.config.ts'),
  },
  {
    name: 'server',
    output: 'dist/server/main.js',
    inputs: ['server', 'search', 'build/lib/artefacts.mjs', 'tsconfig.json'],
    // Clips and pictures are served from their folders and are not part of the bundle.
    ignore: /^server\/demo\/(clips|pictures)\//,
    build: async () => {
      const { build, stop } = await import('esbuild')
      await build({
        absWorkingDir: root,
        entryPoints: {
          ...Object.fromEntries(['main', 'rebuild', 'admin', 'transfer', 'backup-process'].map((name) => [name, `server/${name}.ts`])),
          'search-build': 'search/embedded/build-process.ts',
        },
        outdir: 'dist/server',
        bundle: true,
        packages: 'external',
        platform: 'node',
        format: 'esm',
        target: 'node20',
        sourcemap: true,
        logLevel: 'silent',
      })
      await stop()
    },
  },
]

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(at(path))) return []
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(at(path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(at().length)}/${entry.name}`)
    .sort()
}

/** @param {string} path @param {RegExp} [ignore] */
function hashOf(path, ignore) {
  const hash = createHash('sha256')
  for (const file of filesUnder(path)) {
    if (ignore?.test(file)) continue
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(at(file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {(typeof artefacts)[number]} artefact
 * @param {Map<string, string>} hashes of inputs: several artefacts have the same ones
 */
function fingerprint({ inputs, ignore }, hashes) {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const key = `${input} ${ignore ?? ''}`
    let one = hashes.get(key)
    if (one === undefined) hashes.set(key, (one = hashOf(input, ignore)))
    hash.update(one)
  }
  return hash.digest('hex')
}

/** @param {(typeof artefacts)[number]} artefact @param {Map<string, string>} hashes */
async function ensure(artefact, hashes) {
  const stamp = at(`dist/.${artefact.name.replaceAll(' ', '-')}`)
  const current = fingerprint(artefact, hashes)
  if (existsSync(at(artefact.output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
  rmSync(stamp, { force: true })
  const startedMs = performance.now()
  await artefact.build().catch((error) => {
    throw new Error(`The ${artefact.name} could not be built.\n${error.message}`)
  })
  writeFileSync(stamp, current)
  console.log(`Built the ${artefact.name} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
}

/**
 * Builds stale artefacts and logs them. Throws with the builder's message if a build fails.
 * @param {string[]} [names] the artefacts, by default all
 */
export async function ensureBuilt(names = artefacts.map(({ name }) => name)) {
  mkdirSync(at('dist'), { recursive: true })
  const hashes = new Map()
  const outcomes = await Promise.allSettled(artefacts.filter(({ name }) => names.includes(name)).map((one) => ensure(one, hashes)))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
