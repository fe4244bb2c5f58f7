/**
 * Optimistic changes of the number of posts that the member has collected in a playlist, in the order of the presses of
 * Collect. A count that was requested before a press may lack its change, so the change is added to the answer
 * (beadPage.ts). A change that the server refuses is removed.
 */
interface Change {
  /** Sequence number of the press, from 1. */
  press: number
  post: string
  by: 1 | -1
}

const changes = new Map<string, Change[]>()
let presses = 0

/** The number of presses so far. Pass it to `collectedSince` later. */
export const countPresses = (): number => presses

export function addCollectedChange(bead: string, post: string, by: 1 | -1): void {
  changes.set(bead, [...(changes.get(bead) ?? []), { press: (presses += 1), post, by }])
}

/** Removes the latest such change, because the server has refused it and no count includes it. */
export function removeCollectedChange(bead: string, post: string, by: 1 | -1): void {
  const list = changes.get(bead) ?? []
  const at = list.findLastIndex((change) => change.post === post && change.by === by)
  if (at >= 0) changes.set(bead, list.toSpliced(at, 1))
}

/** The sum of the changes since `countPresses` returned `count`, without refused ones. */
export const collectedSince = (bead: string, count: number): number =>
  (changes.get(bead) ?? []).reduce((sum, { press, by }) => (press > count ? sum + by : sum), 0)
