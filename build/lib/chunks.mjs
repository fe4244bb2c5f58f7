/**
 * Which modules share a file. A first pass of the bundler, which splits wherever it can, tells which areas use each module: an area is
 * what is loaded together, such as a screen or the wizard. Modules with the same areas share a file. Small files then merge while the
 * request that this saves costs more than the bytes that an area loads without need, and further until there are few enough files.
 */

/**
 * @typedef {object} Piece a set of modules that always load together
 * @property {Set<string>} areas that load it
 * @property {string[]} modules their ids
 * @property {number} bytes
 */

/**
 * @typedef {object} Costs
 * @property {number} request bytes that one request more is worth, where an area loads two files instead of one
 * @property {number} maxPieces pieces merge until there are at most this many, the cheapest first
 * @property {(area: string) => number} weight how often an area is loaded, relative to the others
 */

/** @param {Piece} a @param {Piece} b @param {Costs} costs @returns {number} bytes; negative: merging saves more than it costs */
function priceOfMerging(a, b, { request, weight }) {
  if (a.areas.size <= 1 || b.areas.size <= 1) return Infinity
  let price = 0
  for (const area of a.areas) price += weight(area) * (b.areas.has(area) ? -request : b.bytes)
  for (const area of b.areas) if (!a.areas.has(area)) price += weight(area) * a.bytes
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
    left[i] = { areas: new Set([...a.areas, ...b.areas]), modules: [...a.modules, ...b.modules], bytes: a.bytes + b.bytes }
    left[j] = null
    for (const next of needs[j] ?? []) needs[i]?.add(next)
    needs[j] = new Set()
    for (const needed of needs) if (needed.delete(j)) needed.add(i)
    needs[i]?.delete(i)
  }
  return left.filter((piece) => piece !== null)
}

/** Bytes on the wire of a byte of code that is not minified, about. */
const shrunk = 0.16

/**
 * A request costs its headers. There may be 60 files (BY24), of which some are the entries' own, the libraries and the bundler's runtime.
 * @type {Pick<Costs, 'request' | 'maxPieces'>}
 */
const costs = { request: 400, maxPieces: 54 }

/**
 * Names the file of each module. What an entry imports statically is in `shell-` and the names of the entries that do, and never merges:
 * a document loads nothing of the entries that it does not start.
 * @param {readonly import('vite').Rolldown.OutputChunk[]} chunks of a build that splits wherever it can
 * @param {Readonly<Record<string, string>>} entries the absolute path of each entry's module
 * @param {{ areaOf: (module: string) => string, weightOf: (area: string) => number }} areas
 * @returns {Map<string, string>} by the module's id
 */
export function nameChunks(chunks, entries, { areaOf, weightOf }) {
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
  /** @type {Map<unknown, { entries: string[], areas: Set<string> }>} */
  const users = new Map(chunks.map((chunk) => [chunk, { entries: [], areas: new Set() }]))
  for (const chunk of chunks) {
    const { facadeModuleId: id } = chunk
    if (id === null || !(chunk.isEntry || chunk.isDynamicEntry)) continue
    const entry = Object.keys(entries).find((name) => entries[name] === id)
    for (const used of withImports(chunk)) {
      if (entry !== undefined) users.get(used)?.entries.push(entry)
      else users.get(used)?.areas.add(areaOf(id))
    }
  }

  /** @type {Map<string, string>} */
  const names = new Map()
  /** @type {Map<string, Piece & { index: number }>} */
  const pieces = new Map()
  /** @type {Map<unknown, number>} */
  const indexOf = new Map()
  for (const chunk of chunks) {
    const { entries: starters, areas } = users.get(chunk) ?? { entries: [], areas: /** @type {Set<string>} */ (new Set()) }
    const modules = Object.keys(chunk.modules).filter((id) => !Object.values(entries).includes(id))
    if (starters.length > 0) {
      for (const id of modules) names.set(id, ['shell', ...starters.toSorted()].join('-'))
      continue
    }
    const key = [...areas].sort().join(' ')
    const piece = pieces.get(key) ?? { areas, modules: [], bytes: 0, index: pieces.size }
    pieces.set(key, piece)
    piece.modules.push(...modules)
    piece.bytes += shrunk * Object.values(chunk.modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0)
    indexOf.set(chunk, piece.index)
  }
  const imports = [...pieces].map(() => /** @type {Set<number>} */ (new Set()))
  for (const [chunk, index] of indexOf)
    for (const file of /** @type {import('vite').Rolldown.OutputChunk} */ (chunk).imports) {
      const needed = indexOf.get(byFile.get(file))
      if (needed !== undefined && needed !== index) imports[index]?.add(needed)
    }
  const taken = new Set(names.values())
  for (const { areas, modules } of mergePieces([...pieces.values()], imports, { ...costs, weight: weightOf })) {
    // What one area alone uses is in the file that the bundler makes for its entry.
    if (areas.size <= 1) continue
    const name = nameOf([...areas], weightOf, taken)
    for (const id of modules) names.set(id, name)
  }
  return names
}

/** @param {string[]} areas @param {(area: string) => number} weightOf @param {Set<string>} taken */
function nameOf(areas, weightOf, taken) {
  const [first = 'shared', ...others] = areas.toSorted((a, b) => weightOf(b) - weightOf(a) || (a < b ? -1 : 1))
  const base = others.length === 0 ? first : `${first}-and-${others.length > 1 ? others.length : others[0]}`
  let name = base
  for (let n = 2; taken.has(name); n += 1) name = `${base}-${n}`
  taken.add(name)
  return name
}
