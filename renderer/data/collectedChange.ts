/**
 * The changes to the number of posts that the member has collected in a playlist, in the order of the presses. A count that was
 * requested before a press lacks its change; one requested later has it, unless the server refuses the press.
 */
interface Change {
  /** Its place among all presses, from 1. */
  press: number
  post: string
  by: 1 | -1
}

const changes = new Map<string, Change[]>()
let presses = 0

/** The number of presses so far, to be passed to `collectedSince`. */
export const countPresses = (): number => presses

export function addCollectedChange(bead: string, post: string, by: 1 | -1): void {
  changes.set(bead, [...(changes.get(bead) ?? []), { press: (presses += 1), post, by }])
}

/** Forgets the latest such change: the server has refused it, so no count ever had it. */
export function removeCollectedChange(bead: string, post: string, by: 1 | -1): void {
  const list = changes.get(bead) ?? []
  const at = list.findLastIndex((change) => change.post === post && change.by === by)
  if (at >= 0) changes.set(bead, list.toSpliced(at, 1))
}

/** The sum of the changes by the presses after the first `count`, without refused ones. */
export const collectedSince = (bead: string, count: number): number =>
  (changes.get(bead) ?? []).reduce((sum, { press, by }) => (press > count ? sum + by : sum), 0)
