import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { at } from './paths.mjs'
import { runBin } from './run.mjs'

/**
 * What is built from which files. An artefact is stale when the content of its inputs changed: a
 * checkout changes file times, not contents, and must not cost a build.
 * @type {{ name: string, output: string, inputs: string[], ignore?: RegExp, build: () => Promise<import('./run.mjs').RunResult> }[]}
 */
const artefacts = [
  {
    name: 'pages',
    output: 'dist/web/manifest.json',
    inputs: ['renderer', 'server/contract', 'build/vite.config.ts', 'tsconfig.json', 'package-lock.json'],
    build: () => runBin('vite/bin/vite.js', ['build', '-c', 'build/vite.config.ts', '--logLevel', 'warn'], {
      quiet: true,
      env: { NODE_ENV: 'production' },
    }),
  },
  {
    name: 'server',
    output: 'dist/server/main.js',
    inputs: ['server', 'search', 'build/lib/artefacts.mjs', 'tsconfig.json'],
    // Clips and pictures are served from where they lie, they are no part of the bundle.
    ignore: /^server\/demo\/(clips|pictures)\//,
    build: () => runBin('esbuild/bin/esbuild', [
      'server/main.ts', '--outfile=dist/server/main.js', '--bundle', '--packages=external', '--platform=node',
      '--format=esm', '--target=node20', '--sourcemap', '--log-level=warning',
    ], { quiet: true }),
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

/** @param {(typeof artefacts)[number]} artefact */
function fingerprint({ inputs, ignore }) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesUnder)) {
    if (ignore?.test(file)) continue
    hash.update(file).update('\0').update(readFileSync(at(file))).update('\0')
  }
  return hash.digest('hex')
}

/** Builds what is stale, says so, and throws with the builder's own words where that fails. */
export async function ensureBuilt() {
  mkdirSync(at('dist'), { recursive: true })
  await Promise.all(artefacts.map(async (artefact) => {
    const stamp = at(`dist/.${artefact.name}`)
    const current = fingerprint(artefact)
    if (existsSync(at(artefact.output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
    rmSync(stamp, { force: true })
    const { code, output, seconds } = await artefact.build()
    if (code !== 0) throw new Error(`The ${artefact.name} could not be built.\n${output.trim()}`)
    writeFileSync(stamp, current)
    console.log(`Built the ${artefact.name} in ${seconds.toFixed(1)} s`)
  }))
}
