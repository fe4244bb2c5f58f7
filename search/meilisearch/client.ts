/** Talking to Meilisearch: how long we wait, and what its failures mean in words of the port. */
import { Meilisearch, MeilisearchApiError, MeilisearchError, type EnqueuedTask, type Task } from 'meilisearch'
import type { Logger } from 'pino'
import { SearchRefused, SearchUnavailable } from '../port.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

export interface Limits {
  /** Milliseconds for a search, for any other request, for the tasks of a write, and for those of a rebuild. */
  searchMs: number
  requestMs: number
  writeMs: number
  buildMs: number
}

export interface Connection {
  /** `quick` is for what a person waits for. */
  ask<T>(work: (client: Meilisearch) => Promise<T>, pace?: 'quick' | 'patient'): Promise<T>
  /** Null where the key may not know it: one that is limited to indexes never may. */
  version(): Promise<string | null>
  /** Until all are done, in their order. Throws where one failed. `documents`: how many the last one writes. */
  settle(tasks: readonly EnqueuedTask[], withinMs: number, documents?: number): Promise<void>
  /** Tells whoever waits for a task that nobody does any more. */
  close(): void
}

export const codeOf = (error: unknown): string | undefined => (error instanceof MeilisearchApiError ? error.cause?.code : undefined)

/** Meilisearch said that the request is wrong: ours is a mistake, and asking again does not help. */
export class Refused extends SearchRefused {
  readonly code: string | undefined
  constructor(message: string, code: string | undefined, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const unavailable = (reason: string, cause?: unknown): SearchUnavailable =>
  new SearchUnavailable(`Meilisearch: ${reason}`, { cause })

/** Statuses that pass: too slow, too much at once. What a proxy says of a server that is away is among 5xx. */
const passing = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** Milliseconds between two looks at a task that has been waited for so long: what a person just saved is noticed soon. */
export const pollAfter = (waitedMs: number): number => (waitedMs < 1000 ? 30 : 250)

/** Documents of a write up to which its task is small, and milliseconds that such a task should not take. */
const smallTask = 20
const slowTaskMs = 300
/** Small tasks that are looked at together, and how many of them have to be slow. */
const latestTasks = 20
const mostSlow = 15

/** Says once when small tasks are regularly slow, and which setting of Meilisearch makes them so. */
export function createPace(log: Log): (task: Pick<Task, 'startedAt' | 'finishedAt'>, documents: number) => void {
  let latest: number[] = []
  let isSaid = false
  return ({ startedAt, finishedAt }, documents) => {
    if (isSaid || documents > smallTask || !startedAt || !finishedAt) return
    latest = [...latest, Date.parse(finishedAt) - Date.parse(startedAt)].slice(-latestTasks)
    const slow = latest.filter((ms) => ms > slowTaskMs)
    if (slow.length < mostSlow) return
    isSaid = true
    log.warn(
      { medianMs: slow.toSorted((a, b) => a - b)[slow.length >> 1] },
      'Meilisearch takes long for small changes, so that what is saved is found late: start it with --max-indexing-memory 256MiB',
    )
  }
}

export function connect({ url, key, log, limits }: { url: string; key: string | null; log: Log; limits: Limits }): Connection {
  // Meilisearch sends a compressed answer in two writes, and the second one waits about 40 ms for a delayed acknowledgement.
  const requestInit = { headers: { 'Accept-Encoding': 'identity' } }
  const open = (timeout: number) => new Meilisearch({ host: url, apiKey: key ?? undefined, timeout, requestInit })
  const clients = { quick: open(limits.searchMs), patient: open(limits.requestMs) }
  const closing = new AbortController()
  const pace = createPace(log)
  let locked = false

  function translate(error: unknown): unknown {
    // A proxy's page in place of an answer: the client parses before it looks at the status.
    if (error instanceof SyntaxError) return unavailable('what answered is not Meilisearch', error)
    if (!(error instanceof MeilisearchError)) return error
    if (!(error instanceof MeilisearchApiError)) return unavailable(reasonOf(error), error)
    const { status } = error.response
    if (status === 401 || status === 403) {
      if (!locked) log.error({ url, status, code: codeOf(error) }, 'Meilisearch does not take the key in MEILI_KEY')
      locked = true
      return unavailable('the key is not taken', error)
    }
    if (!passing(status)) locked = false
    if (passing(status)) return unavailable(`status ${status}`, error)
    if (codeOf(error) === 'index_not_found') return unavailable('the index was never built', error)
    return new Refused(`Meilisearch refused a request: ${error.message}`, codeOf(error), { cause: error })
  }

  async function ask<T>(work: (client: Meilisearch) => Promise<T>, pace: 'quick' | 'patient' = 'patient'): Promise<T> {
    try {
      const answer = await work(clients[pace])
      locked = false
      return answer
    } catch (error) {
      throw translate(error)
    }
  }

  async function version(): Promise<string | null> {
    try {
      return (await clients.patient.getVersion()).pkgVersion
    } catch (error) {
      if (error instanceof MeilisearchApiError && error.response.status === 403) return null
      throw translate(error)
    }
  }

  /** Nobody waits any more: what was not begun yet need not be, since it will be asked for again. */
  async function giveUp(tasks: readonly EnqueuedTask[]): Promise<void> {
    await clients.patient.tasks.cancelTasks({ uids: tasks.map(({ taskUid }) => taskUid) }).catch(() => undefined)
  }

  async function done(uid: number, until: number): Promise<Task | null> {
    const began = Date.now()
    for (;;) {
      const task = await ask((client) => client.tasks.getTask(uid))
      if (task.status !== 'enqueued' && task.status !== 'processing') return task
      const wait = pollAfter(Date.now() - began)
      if (Date.now() + wait > until) return null
      await pause(wait, closing.signal)
    }
  }

  return {
    ask,
    version,
    async settle(tasks, withinMs, documents = Infinity) {
      const until = Date.now() + withinMs
      for (const [place, { taskUid }] of tasks.entries()) {
        const task = await done(taskUid, until)
        if (task === null) {
          await giveUp(tasks.slice(place))
          throw unavailable(`a task took longer than ${withinMs} ms`)
        }
        if (task.status === 'succeeded') {
          if (place === tasks.length - 1) pace(task, documents)
          continue
        }
        const { type, message, code } = task.error ?? {}
        const text = `${task.type} ${task.status}: ${message ?? 'no reason given'}`
        if (task.status === 'canceled' || type === 'internal' || type === 'system' || code === 'index_not_found') throw unavailable(text)
        throw new Refused(`Meilisearch refused a task: ${text}`, code)
      }
    },
    close: () => closing.abort(),
  }
}

function reasonOf(error: Error): string {
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  // fetch says only that it failed; why is one deeper.
  return cause.cause instanceof Error ? cause.cause.message : cause.message
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(unavailable('closed'))
    const stop = () => {
      clearTimeout(timer)
      reject(unavailable('closed'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
