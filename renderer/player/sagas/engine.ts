/**
 * The mutable objects that the sagas of the local driver share and that cannot be in the Redux state: outputs, tasks,
 * and the pending commands of the active output.
 */
import type { Task } from 'redux-saga'
import type { OutputId } from '../outputs/ids.ts'
import type { Output, OutputEntry, PlayerPorts } from '../ports.ts'
import type { Queue } from '../state.ts'
import { plan } from '../streams.ts'
import { send, type Transport, type TransportState } from '../transport.ts'

/** The output that has loaded the current stream. */
export interface ActiveOutput {
  readonly output: Output
  transport: Transport
  /** Makes `listen` check its time limits again. */
  wake(): void
}

/** A seek that the output has not confirmed. */
export interface PendingSeek {
  /** Seconds. */
  readonly to: number
  /**
   * Null until the seek is sent, which waits for the start of the stream: before, an output may lose a seek. `from`:
   * the position at that time in seconds; `at`: the time (`performance.now()`, ms).
   */
  readonly sent: { readonly from: number; readonly at: number } | null
  /** The seek takes a fallback stream to the position where the previous stream failed. */
  readonly isResume?: true
}

export interface Engine {
  readonly ports: PlayerPorts
  /** The output that gets play, pause, seek and volume; null between streams. */
  active: ActiveOutput | null
  /** `nextPage`: a move that waits for a page of the source. */
  readonly tasks: { playback?: Task; nextPage?: Task }
  pendingSeek: PendingSeek | null
  /** Number of consecutive streams, over all items, that failed by the network. */
  networkFailures: number
  /** A new load id: events with another one are ignored. */
  issueLoadId(): number
  /**
   * The output of an entry, created once. No promise once its code is loaded. The next call retries after a failure.
   */
  outputOf(entry: OutputEntry): Output | Promise<Output>
  /** Prepares the outputs of the next items, because a hidden tab may not load a provider's script in time (BY2). */
  warm(queue: Queue): void
  /** Retains the frames of the outputs of upcoming items, and releases the others. */
  retain(queue: Queue): void
}

/**
 * Number of upcoming items whose outputs are prepared: outputs with only our own code, and those of providers, whose
 * scripts are fetched only if needed soon. Our own choice.
 */
const warmed = { own: 100, others: 3 }

/** Number of upcoming items for which idle frames of providers are retained. They take memory. Our own choice. */
const retained = 20

/** Delay before an output's code is loaded again (ms; B9, player load retry). */
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
        // A failure is ignored here: the output is loaded again when it is needed, and fails there.
        Promise.resolve(outputOf(entry)).then(
          (output) => output.warm?.(),
          () => undefined,
        )
      }
    },
  }
}

/** Plays or pauses the active output. The command is set pending first: the output may report within the call. */
export function sendTransport({ active }: Engine, target: TransportState): void {
  if (active === null) return
  active.transport = send(active.transport, target, performance.now())
  active.wake()
  if (target === 'playing') active.output.play()
  else active.output.pause()
}

/** Seeks in the active output, or as soon as a stream of this item starts. `from`: the current position in seconds. */
export function sendSeek(engine: Engine, to: number, from: number, isResume?: true): void {
  const { active, pendingSeek } = engine
  const isSent = active !== null && (active.transport.hasStarted || isResume === true)
  // If seeks follow one another, position events in flight are still from before the first seek.
  const sent = isSent ? { from: pendingSeek?.sent?.from ?? from, at: performance.now() } : null
  engine.pendingSeek = { to, sent, ...(isResume && { isResume }) }
  if (!isSent) return
  active.wake()
  active.output.seek(to)
}

/** Whether a position is from before the pending seek: it is closer to the position before than to the target. */
export const isBeforeSeek = (position: number, seek: PendingSeek | null): boolean =>
  seek !== null && seek.sent !== null && Math.abs(position - seek.sent.from) < Math.abs(position - seek.to)
