/** Takes one of each list in turn. */
export function* interleave(lists: readonly Iterable<number>[]): Generator<number> {
  let iterators = lists.map((list) => list[Symbol.iterator]())
  while (iterators.length > 0) {
    const left: Iterator<number>[] = []
    for (const iterator of iterators) {
      const next = iterator.next()
      if (next.done) continue
      left.push(iterator)
      yield next.value
    }
    iterators = left
  }
}

export function* filtered(rowids: Iterable<number>, passes: (rowid: number) => boolean): Generator<number> {
  for (const rowid of rowids) if (passes(rowid)) yield rowid
}

/** The next `limit` values. Leaves the iterator open, so that a later call continues from there. */
export function takeN(list: Iterator<number>, limit: number): number[] {
  const taken: number[] = []
  while (taken.length < limit) {
    const next = list.next()
    if (next.done) break
    taken.push(next.value)
  }
  return taken
}

export function memoize<K, V>(read: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) known.set(key, (value = read(key)))
    return value
  }
}
