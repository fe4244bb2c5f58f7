/**
 * Which modules share a file. A first pass of the bundler, which splits wherever it can, shows which chunk groups use each module; a chunk
 * group is code that loads together, such as a screen or the wizard (chunkGroups.mjs). Modules that the same groups use share a file. Small
 * files then merge while the saved request costs more than the bytes that a group loads without need, and further until there are few
 * enough files.
 */

/**
 * @typedef {object} Piece a set of modules that always load together
 * @property {Set<string>} groups that load it
 * @property {string[]} modules their ids
 * @property {number} bytes
 */

/**
 * @typedef {object} Costs
 * @property {number} request bytes that cost as much as one more request of a group
 * @property {number} maxPieces pieces merge until there are at most this many, the cheapest first
 * @property {(group: string) => number} weight how often a group is loaded, relative to the others
 */

/** @param {Piece} a @param {Piece} b @param {Costs} costs @returns {number} bytes; negative: merging saves more than it costs */
function priceOfMerging(a, b, { request, weight }) {
  if (a.groups.size <= 1 || b.groups.size <= 1) return Infinity
  let price = 0
  for (const group of a.groups) price += weight(group) * (b.groups.has(group) ? -request : b.bytes)
  for (const group of b.groups) if (!a.groups.has(group)) price += weight(group) * a.bytes
  return price
}

/** Whether one piece needs another through a third. @param {number} from @param {number} to @param {Set<number>[]} needs */
function reachesIndirectly(from, to, needs) {
  const queue = [...(needs[from] ?? [])].filter((next) => next !== to)
  const seen = new Set(queue)
  for (const at of queue) {
    if (at === to) return true
    for (const next of needs[at] ?? [])
      if (!seen.has(next)) {
        seen.add(next)
        queue.push(next)
      }
  }
  return false
}

/**
 * Merges pieces while that saves bytes or there are too many. Two pieces that depend on each other through a third one never merge, so
 * that files do not import each other.
 * @param {readonly Piece[]} pieces @param {readonly Set<number>[]} imports which pieces each one imports, by index @param {Costs} costs
 * @returns {Piece[]}
 */
export function mergePieces(pieces, imports, costs) {
  /** @type {(Piece | null)[]} */
  const left = pieces.map((piece) => ({ ...piece }))
  const needs = imports.map((needed) => new Set(needed))
  for (;;) {
    /** @type {[price: number, a: number, b: number][]} */
    const candidates = []
    const isTooMany = left.filter((piece) => piece !== null).length > costs.maxPieces
    left.forEach((a, i) => {
      if (a === null) return
      for (let j = i + 1; j < left.length; j += 1) {
        const b = left[j]
        if (!b) continue
        const price = priceOfMerging(a, b, costs)
        if (price < 0 || (isTooMany && price < Infinity)) candidates.push([price, i, j])
      }
    })
    candidates.sort(([a], [b]) => a - b)
    const chosen = candidates.find(([, i, j]) => !reachesIndirectly(i, j, needs) && !reachesIndirectly(j, i, needs))
    if (!chosen) break
    const [, i, j] = chosen
    const [a, b] = [left[i], left[j]]
    if (!a || !b) break
    left[i] = { groups: new Set([...a.groups, ...b.groups]), modules: [...a.modules, ...b.modules], bytes: a.bytes + b.bytes }
    left[j] = null
    for (const next of needs[j] ?? []) needs[i]?.add(next)
    needs[j] = new Set()
    for (const needed of needs) if (needed.delete(j)) needed.add(i)
    needs[i]?.delete(i)
  }
  return left.filter((piece) => piece !== null)
}

/** Approximate ratio of the transferred size (minified, compressed) to the size of the source. */
const transferRatio = 0.16

/**
 * A request costs its headers. At most 60 files are allowed (BY24), including those of entries, libraries and the bundler's runtime.
 * @type {Pick<Costs, 'request' | 'maxPieces'>}
 */
const costs = { request: 450, maxPieces: 53 }

/**
 * Names the file of each module. A static import of an entry is in the file `shell-` followed by the names of all entries that import it.
 * Such files never merge, so that a document loads nothing of other entries.
 * @param {readonly import('vite').Rolldown.OutputChunk[]} chunks of a build that splits wherever it can
 * @param {Readonly<Record<string, string>>} entries the absolute path of each entry's module
 * @param {{ chunkGroupOf: (module: string) => string, weightOf: (group: string) => number }} groups
 * @returns {Map<string, string>} by the module's id
 */
export function nameChunks(chunks, entries, { chunkGroupOf, weightOf }) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  /** @param {import('vite').Rolldown.OutputChunk} chunk */
  const withImports = (chunk) => {
    const found = new Set([chunk])
    for (const { imports } of found)
      for (const file of imports) {
        const imported = byFile.get(file)
        if (imported) found.add(imported)
      }
    return found
  }
  /** @type {Map<unknown, { entries: string[], groups: Set<string> }>} */
  const users = new Map(chunks.map((chunk) => [chunk, { entries: [], groups: new Set() }]))
  for (const chunk of chunks) {
    const { facadeModuleId: id } = chunk
    if (id === null || !(chunk.isEntry || chunk.isDynamicEntry)) continue
    const entry = Object.keys(entries).find((name) => entries[name] === id)
    for (const used of withImports(chunk)) {
      if (entry !== undefined) users.get(used)?.entries.push(entry)
      else users.get(used)?.groups.add(chunkGroupOf(id))
    }
  }
  // A group without weight loads files as others need them: it splits only its own code from theirs.
  for (const { groups } of users.values()) {
    const weighty = [...groups].filter((group) => weightOf(group) > 0)
    if (weighty.length > 1) for (const group of groups) if (weightOf(group) === 0) groups.delete(group)
  }

  /** @type {Map<string, string>} */
  const names = new Map()
  /** @type {Map<string, Piece & { index: number }>} */
  const pieces = new Map()
  /** @type {Map<unknown, number>} */
  const indexOf = new Map()
  for (const chunk of chunks) {
    const { entries: starters, groups } = users.get(chunk) ?? { entries: [], groups: /** @type {Set<string>} */ (new Set()) }
    const modules = Object.keys(chunk.modules).filter((id) => !Object.values(entries).includes(id))
    if (starters.length > 0) {
      for (const id of modules) names.set(id, ['shell', ...starters.toSorted()].join('-'))
      continue
    }
    const key = [...groups].sort().join(' ')
    const piece = pieces.get(key) ?? { groups, modules: [], bytes: 0, index: pieces.size }
    pieces.set(key, piece)
    piece.modules.push(...modules)
    piece.bytes += transferRatio * Object.values(chunk.modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0)
    indexOf.set(chunk, piece.index)
  }
  const imports = [...pieces].map(() => /** @type {Set<number>} */ (new Set()))
  for (const [chunk, index] of indexOf)
    for (const file of /** @type {import('vite').Rolldown.OutputChunk} */ (chunk).imports) {
      const needed = indexOf.get(byFile.get(file))
      if (needed !== undefined && needed !== index) imports[index]?.add(needed)
    }
  const taken = new Set(names.values())
  for (const { groups, modules } of mergePieces([...pieces.values()], imports, { ...costs, weight: weightOf })) {
    // Modules of one group only are in the file that the bundler creates for the entry of that group.
    if (groups.size <= 1) continue
    const name = nameOf([...groups], weightOf, taken)
    for (const id of modules) names.set(id, name)
  }
  return names
}

/** @param {string[]} groups @param {(group: string) => number} weightOf @param {Set<string>} taken */
function nameOf(groups, weightOf, taken) {
  const [first = 'shared', ...others] = groups.toSorted((a, b) => weightOf(b) - weightOf(a) || (a < b ? -1 : 1))
  const base = others.length === 0 ? first : `${first}-and-${others.length > 1 ? others.length : others[0]}`
  let name = base
  for (let n = 2; taken.has(name); n += 1) name = `${base}-${n}`
  taken.add(name)
  return name
}
