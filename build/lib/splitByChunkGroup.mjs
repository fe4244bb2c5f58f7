import { build, mergeConfig } from 'vite'
import { nameChunks } from './chunks.mjs'

/**
 * A Vite configuration with one file per chunk group (chunks.mjs). Vite builds twice: first as split as possible, to find out which modules
 * import which.
 * @param {import('vite').UserConfig} config
 * @param {object} split
 * @param {Readonly<Record<string, string>>} split.entries the absolute path of each entry's module
 * @param {readonly import('vite').Rolldown.CodeSplittingGroup[]} split.libraries code of every page, by how often it changes
 * @param {(module: string) => string} split.chunkGroupOf the chunk group of a lazily imported module
 * @param {(group: string) => number} split.weightOf how often a group is loaded, relative to the others
 * @param {readonly import('./chunks.mjs').Load[]} [split.pages] chunk groups that load together
 * @returns {Promise<import('vite').UserConfig>}
 */
export async function splitByChunkGroup(config, { entries, libraries, chunkGroupOf, weightOf, pages }) {
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
      rolldownOptions: { experimental: { chunkOptimization: false }, output: { minifyInternalExports: false } },
    },
  }
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (
    await build(mergeConfig(mergeConfig(config, withGroups()), measuring))
  )
  const chunks = output.filter((file) => file.type === 'chunk')
  const names = nameChunks(chunks, entries, { chunkGroupOf, weightOf, ...(pages && { pages }) })
  return mergeConfig(
    mergeConfig(config, { plugins: [chunkGroupModules(lazy, chunkGroupOf)] }),
    withGroups({
      debugName: 'group',
      name: (id) => (id.startsWith(prefix) ? null : names.get(id)) ?? null,
      includeDependenciesRecursively: false,
    }),
  )
}

const prefix = '\0chunk-group/'

/** A dynamic import of a literal path, in transformed code. */
const dynamicImport = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?(["'])([^"']+)\1\s*\)/g

/**
 * Creates a virtual entry for each chunk group, because the bundler creates a file for each entry: `import('./A.tsx')` becomes an import of
 * the group's entry, with only the used exports of `A.tsx`. The manifest lists each module under its own path, as without groups.
 * @param {ReadonlyMap<string, string[]>} lazyModules the used exports of each lazily imported module, by its id
 * @param {(module: string) => string} chunkGroupOf
 * @returns {import('vite').Plugin}
 */
function chunkGroupModules(lazyModules, chunkGroupOf) {
  /** @type {Map<string, { group: string, number: number, exports: string[] }>} */
  const lazy = new Map()
  for (const [id, exports] of lazyModules) lazy.set(id, { group: chunkGroupOf(id), number: lazy.size, exports })
  let root = ''
  return {
    name: 'chunk-group-modules',
    configResolved: (resolved) => {
      root = `${resolved.root.replace(/\/$/, '')}/`
    },
    resolveId: (id) => (id.startsWith(prefix) ? { id, moduleSideEffects: true } : null),
    load(id) {
      if (!id.startsWith(prefix)) return null
      return [...lazy]
        .filter(([, { group }]) => prefix + group === id)
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
          const { group, number, exports } = module
          const taken = exports.map((name) => `${name}: group.${name}${number}`).join(', ')
          rewritten = rewritten.replaceAll(whole, `import(${JSON.stringify(prefix + group)}).then((group) => ({ ${taken} }))`)
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
        for (const [id, { group }] of lazy) {
          const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === prefix + group)
          const entry = byFile.get(chunk?.fileName ?? '')
          const path = id.startsWith(root) ? id.slice(root.length) : id
          if (entry) manifest[path] = { ...entry, isDynamicEntry: true, src: path }
        }
        asset.source = JSON.stringify(manifest, null, 2)
      },
    },
  }
}
