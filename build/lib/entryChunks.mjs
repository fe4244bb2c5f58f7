/** @typedef {Pick<import('vite').Rolldown.ChunkingContext, 'getModuleInfo'>} Context */

/** What an entry imports statically, directly or not. @param {string} entry @param {Context} context */
function staticImports(entry, context) {
  /** @type {Set<string>} */
  const found = new Set()
  const queue = [entry]
  for (const id of queue) {
    if (found.has(id)) continue
    found.add(id)
    queue.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * The groups of what entries import statically: one chunk for each set of entries, as `shell-app`, so that a document loads
 * nothing of the entries that it does not start. Entries themselves are in no group: an entry waits for the code of a screen,
 * which imports the shell and would wait for the entry.
 * @param {Record<string, string>} modules the absolute path of each entry's module
 * @returns {import('vite').Rolldown.CodeSplittingGroup}
 */
export function initialChunks(modules) {
  /** Rolldown passes one context in each chunking pass. @type {WeakMap<Context, [name: string, imports: Set<string>][]>} */
  const cache = new WeakMap()
  return {
    debugName: 'shell',
    tags: ['$initial'],
    // The chunk of one entry would take what it shares with others.
    includeDependenciesRecursively: false,
    name: (id, context) => {
      if (Object.values(modules).includes(id)) return null
      let imports = cache.get(context)
      if (!imports) {
        imports = Object.entries(modules).map(([name, module]) => [name, staticImports(module, context)])
        cache.set(context, imports)
      }
      return ['shell', ...imports.filter(([, found]) => found.has(id)).map(([name]) => name)].join('-')
    },
  }
}
