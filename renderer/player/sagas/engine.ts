/** What the sagas share that is not state: the outputs that were made, and the one that has the floor. */
import type { Output, OutputEntry, OutputId, PlayerPorts } from '../ports.ts'
import type { Queue } from '../state.ts'
import { plan } from '../streams.ts'

export interface Engine {
  readonly ports: PlayerPorts
  /** Where play, pause, seek and volume go; null between streams. */
  floor: Output | null
  /** Whether the medium that has the floor was heard: one that was not may forget where it is sent. */
  heard: boolean
  /** Seconds; where it goes as soon as it is heard. */
  sought: number | null
  issueLoadId(): number
  /** The output of an entry, made once. A failure is not remembered: the next item asks again. */
  outputOf(entry: OutputEntry): Promise<Output>
  /**
   * Makes ready what plays the items after the current one at first, so that a change of provider needs nothing
   * but the medium (BY2): a hidden tab is given no more than that.
   */
  warm(queue: Queue): void
}

/** How many of the items to come have their outputs made ready: a provider's script is for what comes soon. Ours. */
const soon = { own: 100, others: 3 }

/** B9, player load retry. In milliseconds. */
const loadRetry = 100

export function createEngine(ports: PlayerPorts): Engine {
  const made = new Map<OutputId, Promise<Output>>()
  let loads = 0
  function outputOf(entry: OutputEntry): Promise<Output> {
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
  }
  return {
    ports,
    floor: null,
    heard: false,
    sought: null,
    issueLoadId: () => ++loads,
    outputOf,
    warm({ items, index }) {
      const entries = new Set<OutputEntry>()
      items.slice(index + 1, index + 1 + soon.own).forEach(({ streams, postId }, n) => {
        const entry = plan(streams, ports.outputs, ports.memory.read(postId)?.stream)[0]?.entry
        if (entry !== undefined && (entry.own || n < soon.others)) entries.add(entry)
      })
      for (const entry of entries) {
        // What cannot be had now is asked for again when it is needed, and fails there where it can be told.
        outputOf(entry).then((output) => output.warm?.(), () => undefined)
      }
    },
  }
}
