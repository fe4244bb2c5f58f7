/** Client of Meilisearch with timeouts. Maps its errors to those of the port. */
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
  /** `quick` has the timeout of a search. */
  ask<T>(work: (client: Meilisearch) => Promise<T>, pace?: 'quick' | 'patient'): Promise<T>
  /** Null if the key is not permitted to read it; keys limited to indexes never are. */
  version(): Promise<string | null>
  /** Waits for the tasks in order. Throws if one failed. `documents`: number of documents of the last one. */
  settle(tasks: readonly EnqueuedTask[], withinMs: number, documents?: number): Promise<void>
  /** Rejects pending waits. */
  close(): void
}

export const codeOf = (error: unknown): string | undefined => (error instanceof MeilisearchApiError ? error.cause?.code : undefined)

/** Meilisearch rejected the request as invalid: a bug, not retried. */
export class Refused extends SearchRefused {
  readonly code: string | undefined
  constructor(message: string, code: string | undefined, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const unavailable = (reason: string, cause?: unknown): SearchUnavailable =>
  new SearchUnavailable(`Meilisearch: ${reason}`, { cause })

/** Temporary errors: timeouts, rate limits, and 5xx, which includes proxies of an unavailable server. */
const isTemporary = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** Polling interval (ms) of a task by elapsed time: short at first, so that saved changes are found soon. */
export const pollAfter = (waitedMs: number): number => (waitedMs < 1000 ? 30 : 250)

/** A task with up to this many documents is small, and should not take longer than `slowTaskMs`. */
const smallTask = 20
const slowTaskMs = 300
/** The latest small tasks that are evaluated, and how many of them must be slow for a warning. */
const latestTasks = 20
const minSlow = 15

/** Warns once if small tasks are regularly slow, with the Meilisearch option that prevents it. */
export function createPace(log: Log): (task: Pick<Task, 'startedAt' | 'finishedAt'>, documents: number) => void {
  let latest: number[] = []
  let hasWarned = false
  return ({ startedAt, finishedAt }, documents) => {
    if (hasWarned || documents > smallTask || !startedAt || !finishedAt) return
    latest = [...latest, Date.parse(finishedAt) - Date.parse(startedAt)].slice(-latestTasks)
    const slow = latest.filter((ms) => ms > slowTaskMs)
    if (slow.length < minSlow) return
    hasWarned = true
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
    // An HTML page of a proxy: the client parses the body before it checks the status.
    if (error instanceof SyntaxError) return unavailable('what answered is not Meilisearch', error)
    if (!(error instanceof MeilisearchError)) return error
    if (!(error instanceof MeilisearchApiError)) return unavailable(reasonOf(error), error)
    const { status } = error.response
    if (status === 401 || status === 403) {
      if (!locked) log.error({ url, status, code: codeOf(error) }, 'Meilisearch does not take the key in MEILI_KEY')
      locked = true
      return unavailable('the key is not taken', error)
    }
    if (!isTemporary(status)) locked = false
    if (isTemporary(status)) return unavailable(`status ${status}`, error)
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

  /** Cancels tasks that are not started yet: their changes will be sent again. */
  async function cancelTasks(tasks: readonly EnqueuedTask[]): Promise<void> {
    await clients.patient.tasks.cancelTasks({ uids: tasks.map(({ taskUid }) => taskUid) }).catch(() => undefined)
  }

  async function waitForTask(uid: number, until: number): Promise<Task | null> {
    const startedAt = Date.now()
    for (;;) {
      const task = await ask((client) => client.tasks.getTask(uid))
      if (task.status !== 'enqueued' && task.status !== 'processing') return task
      const wait = pollAfter(Date.now() - startedAt)
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
        const task = await waitForTask(taskUid, until)
        if (task === null) {
          await cancelTasks(tasks.slice(place))
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
  // The message of fetch is generic; its cause has the reason.
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
