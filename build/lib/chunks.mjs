/**
 * Which modules share a file. A first pass of the bundler, which splits wherever it can, shows which chunk groups use each module; a chunk
 * group is code that loads together, such as a screen or the wizard (chunkGroups.mjs). Modules that most first pages use belong to the
 * shell; others that the same groups use share a file. Small files then merge while the saved request costs more than the bytes that a page
 * loads without need, and further until there are few enough files. At last, modules move to other files while that saves bytes.
 */

/**
 * @typedef {object} Piece a set of modules that always load together
 * @property {Set<string>} groups that load it
 * @property {string[]} modules their ids
 * @property {number} bytes
 */

/**
 * @typedef {object} Load chunk groups that load together, such as those of a member's first page
 * @property {readonly string[]} groups
 * @property {number} weight how often, relative to the others
 */

/**
 * @typedef {object} Costs
 * @property {number} request bytes that cost as much as one more request of a load
 * @property {number} maxPieces pieces merge until there are at most this many, the cheapest first
 * @property {readonly Load[]} loads
 */

/** A piece and what it imports. @param {number} from @param {readonly Set<number>[]} needs */
function reach(from, needs) {
  const found = new Set([from])
  for (const at of found) for (const next of needs[at] ?? []) found.add(next)
  return [...found]
}

/**
 * The price of merging two pieces: a load of one of them also loads the other, and what that imports. A load of both saves a request.
 * @param {(Piece | null)[]} pieces @param {readonly Set<number>[]} needs which pieces each one imports, by index @param {Costs} costs
 * @returns {(a: number, b: number) => number} bytes; negative: merging saves more than it costs
 */
function createPricing(pieces, needs, { request, loads }) {
  const reached = pieces.map((_, at) => reach(at, needs))
  const priced = loads.map(({ groups, weight }) => {
    const loaded = pieces.map((piece) => groups.some((group) => piece?.groups.has(group)))
    const bytesOf = (/** @type {number} */ at) => (loaded[at] ? 0 : request + (pieces[at]?.bytes ?? 0))
    return { weight, loaded, added: reached.map((found) => found.reduce((sum, at) => sum + bytesOf(at), -request)) }
  })
  return (a, b) => {
    if ((pieces[a]?.groups.size ?? 0) <= 1 || (pieces[b]?.groups.size ?? 0) <= 1) return Infinity
    let price = 0
    for (const { weight, loaded, added } of priced)
      if (loaded[a]) price += weight * (loaded[b] ? -request : (added[b] ?? 0))
      else if (loaded[b]) price += weight * (added[a] ?? 0)
    return price
  }
}

/** Whether one piece needs another through a third. @param {number} from @param {number} to @param {readonly Set<number>[]} needs */
const reachesIndirectly = (from, to, needs) => [...(needs[from] ?? [])].some((next) => next !== to && reach(next, needs).includes(to))

/**
 * Merges pieces while that saves bytes or there are too many. Two pieces that depend on each other through a third one never merge, so
 * that files do not import each other.
 * @param {readonly Piece[]} pieces @param {readonly Set<number>[]} imports which pieces each one imports, by index @param {Costs} costs
 * @returns {Piece[]}
 */
export function mergePieces(pieces, imports, costs) {
  /** @type {(Piece | null)[]} */
  const left = pieces.map((piece) => ({ ...piece, groups: new Set(piece.groups) }))
  const needs = imports.map((needed) => new Set(needed))
  for (;;) {
    /** @type {[price: number, a: number, b: number][]} */
    const candidates = []
    const isTooMany = left.filter((piece) => piece !== null).length > costs.maxPieces
    const priceOf = createPricing(left, needs, costs)
    left.forEach((a, i) => {
      if (a === null) return
      for (let j = i + 1; j < left.length; j += 1) {
        const b = left[j]
        if (!b) continue
        const price = priceOf(i, j)
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
    // A load of the merged piece also loads what it imports.
    for (const at of reach(i, needs)) for (const group of left[i].groups) left[at]?.groups.add(group)
  }
  return left.filter((piece) => piece !== null)
}

/**
 * The weighted bytes of all loads, or Infinity if files import each other. A load needs the pieces of its groups, and loads their files
 * with the files that these import.
 * @param {readonly number[]} fileOf the file of each piece @param {readonly Piece[]} pieces
 * @param {readonly Set<number>[]} imports which pieces each one imports, by index
 * @param {readonly number[][]} needed the pieces of each load @param {Costs} costs
 */
function weighFiles(fileOf, pieces, imports, needed, { request, loads }) {
  /** @type {number[]} */
  const bytes = []
  /** Bit sets of files. @type {bigint[]} */
  const reached = []
  pieces.forEach((piece, at) => {
    const file = fileOf[at] ?? 0
    bytes[file] = (bytes[file] ?? request) + piece.bytes
    let mask = reached[file] ?? 0n
    for (const next of imports[at] ?? []) if (fileOf[next] !== file) mask |= 1n << BigInt(fileOf[next] ?? 0)
    reached[file] = mask
  })
  // Warshall's algorithm: the files that each one reaches through others.
  for (const via of bytes.keys()) {
    const bit = 1n << BigInt(via)
    const mask = reached[via] ?? 0n
    if (mask & bit) return Infinity
    for (const file of bytes.keys()) if ((reached[file] ?? 0n) & bit) reached[file] = (reached[file] ?? 0n) | mask
  }
  return needed.reduce((sum, list, load) => {
    let mask = 0n
    for (const at of list) {
      const file = fileOf[at] ?? 0
      if (!(mask & (1n << BigInt(file)))) mask |= (reached[file] ?? 0n) | (1n << BigInt(file))
    }
    return bytes.reduce((total, size, file) => (mask & (1n << BigInt(file)) ? total + size : total), 0) * (loads[load]?.weight ?? 0) + sum
  }, 0)
}

/**
 * Moves pieces between files while that saves bytes: merging alone keeps pieces together that were merged early.
 * @param {readonly Piece[]} files the result of `mergePieces` @param {readonly Piece[]} pieces of several groups, before they were merged
 * @param {readonly Set<number>[]} imports which pieces each one imports, by index @param {Costs} costs
 * @returns {Piece[]}
 */
export function movePieces(files, pieces, imports, costs) {
  const fileOf = pieces.map(({ modules: [first = ''] }) => files.findIndex(({ modules }) => modules.includes(first)))
  const needed = costs.loads.map(({ groups }) => [...pieces.keys()].filter((at) => groups.some((group) => pieces[at]?.groups.has(group))))
  let best = weighFiles(fileOf, pieces, imports, needed, costs)
  for (let before = Infinity; best < before;) {
    before = best
    for (const at of pieces.keys())
      for (const file of files.keys()) {
        const from = fileOf[at] ?? 0
        fileOf[at] = file
        const weight = weighFiles(fileOf, pieces, imports, needed, costs)
        if (weight < best) best = weight
        else fileOf[at] = from
      }
  }
  return files.map((_, file) => {
    const own = pieces.filter((_, at) => fileOf[at] === file)
    return {
      groups: new Set(own.flatMap(({ groups }) => [...groups])),
      modules: own.flatMap(({ modules }) => modules),
      bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  })
}

/** Approximate ratio of the transferred size (compressed) to the size of the minified code. */
const transferRatio = 0.33

/** Statements that connect files: most of them disappear when files merge. */
const connections = /\b(?:import|export)\s*\{[^}]*\}(?:\s*from\s*["'`][^"'`]*["'`])?;?/g

/** The part of the pages, by weight, above which a module that they use belongs to the shell, where it compresses better. */
const commonShare = 0.6

/**
 * A request costs its headers, and the statements that connect files. At most 60 files are allowed (BY24), including those of entries,
 * libraries and the bundler's runtime.
 * @type {Pick<Costs, 'request' | 'maxPieces'>}
 */
const costs = { request: 750, maxPieces: 55 }

/**
 * Names the file of each module. A static import of an entry is in the file `shell-` followed by the names of all entries that import it.
 * Such files never merge, so that a document loads nothing of other entries.
 * @param {readonly import('vite').Rolldown.OutputChunk[]} chunks of a build that splits wherever it can, minified
 * @param {Readonly<Record<string, string>>} entries the absolute path of each entry's module
 * @param {object} groups
 * @param {(module: string) => string} groups.chunkGroupOf
 * @param {(group: string) => number} groups.weightOf how often a group is loaded, relative to the others
 * @param {readonly Load[]} [groups.pages] groups of pages; every other group loads alone
 * @returns {Map<string, string>} by the module's id
 */
export function nameChunks(chunks, entries, { chunkGroupOf, weightOf, pages = [] }) {
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

  const weightOfAll = pages.reduce((sum, { weight }) => sum + weight, 0)
  /** Whether modules of these groups belong to the shell; not with several entries, whose shells they would connect. @param {Set<string>} groups */
  const isCommon = (groups) =>
    Object.keys(entries).length === 1 &&
    pages.reduce((sum, page) => (page.groups.some((group) => groups.has(group)) ? sum + page.weight : sum), 0) > commonShare * weightOfAll

  /** @type {Map<string, string>} */
  const names = new Map()
  /** @type {Map<string, Piece & { index: number }>} */
  const pieces = new Map()
  /** @type {Map<unknown, number>} */
  const indexOf = new Map()
  for (const chunk of chunks) {
    const { entries: importers, groups } = users.get(chunk) ?? { entries: [], groups: /** @type {Set<string>} */ (new Set()) }
    const starters = isCommon(groups) ? Object.keys(entries) : importers
    const modules = Object.keys(chunk.modules).filter((id) => !Object.values(entries).includes(id))
    if (starters.length > 0) {
      for (const id of modules) names.set(id, ['shell', ...starters.toSorted()].join('-'))
      continue
    }
    const key = [...groups].sort().join(' ')
    const piece = pieces.get(key) ?? { groups, modules: [], bytes: 0, index: pieces.size }
    pieces.set(key, piece)
    piece.modules.push(...modules)
    piece.bytes += transferRatio * chunk.code.replaceAll(connections, '').length
    indexOf.set(chunk, piece.index)
  }
  const imports = [...pieces].map(() => /** @type {Set<number>} */ (new Set()))
  for (const [chunk, index] of indexOf)
    for (const file of /** @type {import('vite').Rolldown.OutputChunk} */ (chunk).imports) {
      const needed = indexOf.get(byFile.get(file))
      if (needed !== undefined && needed !== index) imports[index]?.add(needed)
    }
  const others = new Set([...pieces.values()].flatMap(({ groups }) => [...groups]))
  for (const page of pages) for (const group of page.groups) others.delete(group)
  const loads = [...pages, ...[...others].map((group) => ({ groups: [group], weight: weightOf(group) }))]
  const given = { ...costs, loads }
  // Modules of one group only are in the file that the bundler creates for the entry of that group.
  const isShared = (/** @type {Piece} */ { groups, modules }) => groups.size > 1 && modules.length > 0
  const all = [...pieces.values()]
  const shared = all.filter(isShared)
  const sharedImports = all.flatMap((piece, at) =>
    isShared(piece)
      ? [new Set([...(imports[at] ?? [])].map((next) => shared.indexOf(/** @type {any} */ (all[next]))).filter((next) => next >= 0))]
      : [],
  )
  const merged = mergePieces(all, imports, given).filter(isShared)
  const taken = new Set(names.values())
  for (const { groups, modules } of movePieces(merged, shared, sharedImports, given)) {
    if (modules.length === 0) continue
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
