import { build, mergeConfig } from 'vite'
import { nameChunks } from './chunks.mjs'

/**
 * A Vite configuration with chunks by area (chunks.mjs). It is built twice: first as split as possible, to learn who uses what.
 * @param {import('vite').UserConfig} config
 * @param {object} split
 * @param {Readonly<Record<string, string>>} split.entries the absolute path of each entry's module
 * @param {readonly import('vite').Rolldown.CodeSplittingGroup[]} split.libraries what every page needs, by how often it changes
 * @param {(module: string) => string} split.areaOf the area of a module that is imported lazily
 * @param {(area: string) => number} split.weightOf how often an area is loaded, relative to the others
 * @returns {Promise<import('vite').UserConfig>}
 */
export async function splitByArea(config, { entries, libraries, areaOf, weightOf }) {
  /** @param {import('vite').Rolldown.CodeSplittingGroup[]} others @returns {import('vite').UserConfig} */
  const withGroups = (...others) => ({
    build: { rolldownOptions: { output: { codeSplitting: { groups: [...libraries, ...others] } } } },
  })
  /** The used exports of each lazily imported module. @type {Map<string, string[]>} */
  const lazy = new Map()
  /** @type {import('vite').InlineConfig} */
  const measuring = {
    plugins: [
      {
        name: 'find-lazy-modules',
        generateBundle(_options, bundle) {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk' || !chunk.isDynamicEntry || chunk.facadeModuleId === null) continue
            const own = this.getModuleInfo(chunk.facadeModuleId)?.exports ?? []
            lazy.set(
              chunk.facadeModuleId,
              chunk.exports.filter((name) => own.includes(name)),
            )
          }
        },
      },
    ],
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    build: {
      write: false,
      manifest: false,
      minify: false,
      rolldownOptions: { experimental: { chunkOptimization: false }, output: { minifyInternalExports: false } },
    },
  }
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (
    await build(mergeConfig(mergeConfig(config, withGroups()), measuring))
  )
  const chunks = output.filter((file) => file.type === 'chunk')
  const names = nameChunks(chunks, entries, { areaOf, weightOf })
  return mergeConfig(
    mergeConfig(config, { plugins: [areaModules(lazy, areaOf)] }),
    withGroups({
      debugName: 'area',
      name: (id) => (id.startsWith(prefix) ? null : names.get(id)) ?? null,
      includeDependenciesRecursively: false,
    }),
  )
}

const prefix = '\0area/'

/** What a bundler's output has in place of a dynamic import of a literal path. */
const dynamicImport = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?(["'])([^"']+)\1\s*\)/g

/**
 * One entry for each area, because the bundler makes a file for each entry: `import('./A.tsx')` becomes an import of the area, of which
 * it takes the exports of `A.tsx` that are used. The manifest lists each module under its own path, as without areas.
 * @param {ReadonlyMap<string, string[]>} lazyModules the used exports of each lazily imported module, by its id
 * @param {(module: string) => string} areaOf
 * @returns {import('vite').Plugin}
 */
function areaModules(lazyModules, areaOf) {
  /** @type {Map<string, { area: string, number: number, exports: string[] }>} */
  const lazy = new Map()
  for (const [id, exports] of lazyModules) lazy.set(id, { area: areaOf(id), number: lazy.size, exports })
  let root = ''
  return {
    name: 'area-modules',
    configResolved: (resolved) => {
      root = `${resolved.root.replace(/\/$/, '')}/`
    },
    resolveId: (id) => (id.startsWith(prefix) ? { id, moduleSideEffects: true } : null),
    load(id) {
      if (!id.startsWith(prefix)) return null
      return [...lazy]
        .filter(([, { area }]) => prefix + area === id)
        .map(
          ([module, { number, exports }]) =>
            `export { ${exports.map((name) => `${name} as ${name}${number}`).join(', ')} } from ${JSON.stringify(module)}`,
        )
        .join('\n')
    },
    transform: {
      order: 'post',
      async handler(code, id) {
        const found = [...code.matchAll(dynamicImport)]
        if (found.length === 0) return null
        let rewritten = code
        for (const [whole, , path = ''] of found) {
          const module = lazy.get((await this.resolve(path, id))?.id ?? '')
          if (!module) continue
          const { area, number, exports } = module
          const taken = exports.map((name) => `${name}: area.${name}${number}`).join(', ')
          rewritten = rewritten.replaceAll(whole, `import(${JSON.stringify(prefix + area)}).then((area) => ({ ${taken} }))`)
        }
        return { code: rewritten, map: null }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const asset = bundle['manifest.json']
        if (asset?.type !== 'asset') return
        /** @type {Record<string, { file: string, isDynamicEntry?: boolean, src?: string }>} */
        const manifest = JSON.parse(String(asset.source))
        const byFile = new Map(Object.values(manifest).map((entry) => [entry.file, entry]))
        for (const [id, { area }] of lazy) {
          const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === prefix + area)
          const entry = byFile.get(chunk?.fileName ?? '')
          const path = id.startsWith(root) ? id.slice(root.length) : id
          if (entry) manifest[path] = { ...entry, isDynamicEntry: true, src: path }
        }
        asset.source = JSON.stringify(manifest, null, 2)
      },
    },
  }
}
