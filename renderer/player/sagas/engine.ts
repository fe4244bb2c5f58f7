/** What the sagas of the local driver share that is not state: outputs, tasks, and pending commands of the active output. */
import type { Task } from 'redux-saga'
import type { OutputId } from '../outputs/ids.ts'
import type { Output, OutputEntry, PlayerPorts } from '../ports.ts'
import type { Queue } from '../state.ts'
import { plan } from '../streams.ts'
import { send, type Transport, type TransportState } from '../transport.ts'

/** The output that holds the current stream. */
export interface ActiveOutput {
  readonly output: Output
  transport: Transport
  /** Has the listener check its time limits again. */
  wake(): void
}

/** A seek that the output has not confirmed. Seconds. */
export interface PendingSeek {
  readonly to: number
  /** Null before the stream has started: until then it may lose a seek. `from`: where it was; `at`: milliseconds. */
  readonly sent: { readonly from: number; readonly at: number } | null
  /** It takes a fallback stream to where the one before it failed. */
  readonly isResume?: true
}

export interface Engine {
  readonly ports: PlayerPorts
  /** Where play, pause, seek and volume go; null between streams. */
  active: ActiveOutput | null
  /** `nextPage`: a move that waits for a page of the source. */
  readonly tasks: { playback?: Task; nextPage?: Task }
  pendingSeek: PendingSeek | null
  /** Streams in a row, over all items, that failed by the network. */
  networkFailures: number
  issueLoadId(): number
  /** The output of an entry, created once; without a promise once its code is loaded. A failure is tried again for the next item. */
  outputOf(entry: OutputEntry): Output | Promise<Output>
  /** Prepares the outputs of the next items, so that a change of provider needs only the medium: a hidden tab gets no more (BY2). */
  warm(queue: Queue): void
  /** Retains the frames of the outputs of upcoming items, and releases the others. */
  retain(queue: Queue): void
}

/** For how many upcoming items outputs are prepared: a provider's script is fetched only if needed soon. Our own limits. */
const warmed = { own: 100, others: 3 }

/** For how many upcoming items an idle frame of a provider is retained, which takes memory. Our own limit. */
const retained = 20

/** B9, player load retry. */
const loadRetryMs = 100

export function createEngine(ports: PlayerPorts): Engine {
  const created = new Map<OutputId, Output | Promise<Output>>()
  let loads = 0
  function outputOf(entry: OutputEntry): Output | Promise<Output> {
    const known = created.get(entry.id)
    if (known !== undefined) return known
    const host = ports.hostFor(entry.id)
    const keep = (output: Output): Output => {
      created.set(entry.id, output)
      return output
    }
    const first = entry.create(host)
    if (!(first instanceof Promise)) return keep(first)
    const output = first.catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, loadRetryMs))
      return entry.create(host)
    })
    created.set(entry.id, output)
    output.then(keep, () => created.delete(entry.id))
    return output
  }
  return {
    ports,
    active: null,
    tasks: {},
    pendingSeek: null,
    networkFailures: 0,
    issueLoadId: () => ++loads,
    outputOf,
    retain({ items, index }) {
      const needed = new Set(items.slice(index + 1, index + 1 + retained).map(({ streams }) => plan(streams, ports.outputs)[0]?.entry.id))
      for (const [id, output] of created) if (!(output instanceof Promise)) output.keep?.(needed.has(id))
    },
    warm({ items, index }) {
      const entries = new Set<OutputEntry>()
      items.slice(index + 1, index + 1 + warmed.own).forEach(({ streams, postId }, n) => {
        const entry = plan(streams, ports.outputs, ports.memory.read(postId)?.stream)[0]?.entry
        if (entry !== undefined && (entry.own || n < warmed.others)) entries.add(entry)
      })
      for (const entry of entries) {
        // Tried again when needed, where a failure can be reported.
        Promise.resolve(outputOf(entry)).then(
          (output) => output.warm?.(),
          () => undefined,
        )
      }
    },
  }
}

/** Plays or pauses the active output. Set pending first: an output may report within the call. */
export function sendTransport({ active }: Engine, target: TransportState): void {
  if (active === null) return
  active.transport = send(active.transport, target, performance.now())
  active.wake()
  if (target === 'playing') active.output.play()
  else active.output.pause()
}

/** Seeks in the active output, or as soon as a stream of this item starts. `from`: seconds, where it is now. */
export function sendSeek(engine: Engine, to: number, from: number, isResume?: true): void {
  const { active, pendingSeek } = engine
  const isSent = active !== null && (active.transport.hasStarted || isResume === true)
  // Of several seeks in a row, positions still in flight are from before the first.
  const sent = isSent ? { from: pendingSeek?.sent?.from ?? from, at: performance.now() } : null
  engine.pendingSeek = { to, sent, ...(isResume && { isResume }) }
  if (!isSent) return
  active.wake()
  active.output.seek(to)
}

/** Whether a position is from before a seek: the output has not carried it out yet. */
export const isBeforeSeek = (position: number, seek: PendingSeek | null): boolean =>
  seek !== null && seek.sent !== null && Math.abs(position - seek.sent.from) < Math.abs(position - seek.to)
