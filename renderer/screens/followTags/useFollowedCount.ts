import { useState } from 'react'
import { tagKey } from '#contract/rules.ts'

/**
 * The number of followed tags: `total` of the server's answer, plus the changes since then. `recordChange` records a
 * change.
 */
export function useFollowedCount(
  initialTags: readonly string[],
  total: number,
): { count: number; recordChange: (name: string, on: boolean) => void } {
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const initialKeys = new Set(initialTags.map(tagKey))
  const change = [...changes].reduce((sum, [key, on]) => sum + (on === initialKeys.has(key) ? 0 : on ? 1 : -1), 0)
  return { count: Math.max(0, total + change), recordChange: (name, on) => setChanges((before) => new Map(before).set(tagKey(name), on)) }
}
