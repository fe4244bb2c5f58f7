import { useState } from 'react'
import { tagKey } from '#contract/rules.ts'

/** How many tags are followed now: those of the server's answer, and what has been done since. */
export function useFollowing(known: readonly string[], total: number): { count: number; changed: (name: string, on: boolean) => void } {
  const [since, setSince] = useState<ReadonlyMap<string, boolean>>(new Map())
  const before = new Set(known.map(tagKey))
  const change = [...since].reduce((sum, [key, on]) => sum + (on === before.has(key) ? 0 : on ? 1 : -1), 0)
  return { count: Math.max(0, total + change), changed: (name, on) => setSince((before) => new Map(before).set(tagKey(name), on)) }
}
