/** Size of each cache of statements. Bounded, since requests choose among many texts. */
export const maxStatements = 500

/** Evicts the oldest key of a full map; one that is in use is soon added again. */
export function setBounded<K, V>(map: Map<K, V>, key: K, value: V, maxSize: number): void {
  if (map.size >= maxSize && !map.has(key)) map.delete(map.keys().next().value!)
  map.set(key, value)
}
