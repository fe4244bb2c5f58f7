/** What the sagas share that is not state: the outputs that were made, and the one that has the floor. */
import type { Output, OutputEntry, OutputId, PlayerPorts } from '../ports.ts'

export interface Engine {
  readonly ports: PlayerPorts
  /** Where play, pause, seek and volume go; null between streams. */
  floor: Output | null
  issueLoadId(): number
  /** The output of an entry, made once. A failure is not remembered: the next item asks again. */
  outputOf(entry: OutputEntry): Promise<Output>
}

/** B9, player load retry. In milliseconds. */
const loadRetry = 100

export function createEngine(ports: PlayerPorts): Engine {
  const made = new Map<OutputId, Promise<Output>>()
  let loads = 0
  return {
    ports,
    floor: null,
    issueLoadId: () => ++loads,
    outputOf(entry) {
      const known = made.get(entry.id)
      if (known !== undefined) return known
      const host = ports.hostFor(entry.id)
      const output = entry
        .create(host)
        .catch(async () => {
          await new Promise((resolve) => setTimeout(resolve, loadRetry))
          return entry.create(host)
        })
      made.set(entry.id, output)
      output.catch(() => made.delete(entry.id))
      return output
    },
  }
}
