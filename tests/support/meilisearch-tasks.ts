/** The task queue of the fake Meilisearch. Tasks run one after another, in the order in which they were enqueued. */

export interface ErrorBody {
  message: string
  code: string
  type: string
  link: string
}

/** An error in the response to a request, or of a failed task. */
export class Fault extends Error {
  readonly status: number
  readonly code: string
  readonly kind: string
  constructor(status: number, code: string, message: string, kind = 'invalid_request') {
    super(message)
    this.status = status
    this.code = code
    this.kind = kind
  }
  get body(): ErrorBody {
    return { message: this.message, code: this.code, type: this.kind, link: `https://docs.meilisearch.com/errors#${this.code}` }
  }
}

export interface Task {
  uid: number
  batchUid: number | null
  /** Null for tasks that belong to no single index, such as a swap. */
  indexUid: string | null
  status: 'enqueued' | 'processing' | 'succeeded' | 'failed' | 'canceled'
  type: string
  canceledBy: number | null
  details: Record<string, unknown> | null
  error: ErrorBody | null
  /** ISO 8601, such as `PT0.018681418S`. */
  duration: string | null
  enqueuedAt: string
  startedAt: string | null
  finishedAt: string | null
}

/** Performs the task. Returns the fields of `details` that change. */
type Work = () => Record<string, unknown> | void

export interface Queue {
  tasks: Task[]
  /** True: all tasks stay enqueued. A task type: so do the next task of this type and all tasks after it. False: tasks run. */
  held: boolean | string
  /** The duration that every task reports (ms). */
  taskMs: number
  fail(type: string, code?: string, kind?: string): void
  enqueue(type: string, indexUid: string | null, details: Record<string, unknown> | null, work: Work): { taskUid: number }
  cancel(matches: (task: Task) => boolean): number
}

export function createQueue(): Queue {
  const failures = new Map<string, { code: string; kind: string }[]>()
  const work = new Map<number, Work>()
  /** Tasks that may still be enqueued, in their order. */
  const waiting: Task[] = []

  function finish(task: Task, status: Task['status']): void {
    const started = Date.now()
    task.status = status
    task.batchUid ??= task.uid
    task.startedAt = new Date(started).toISOString()
    task.finishedAt = new Date(started + queue.taskMs).toISOString()
    task.duration = `PT${(queue.taskMs / 1000).toFixed(9)}S`
  }

  function runOne(task: Task): void {
    const failure = failures.get(task.type)?.shift()
    try {
      if (failure) throw new Fault(500, failure.code, 'A simulated failure.', failure.kind)
      Object.assign(task.details ?? {}, work.get(task.uid)!())
      finish(task, 'succeeded')
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      task.error = error.body
      for (const name of Object.keys(task.details ?? {})) if (/^(indexed|deleted)Documents$/.test(name)) task.details![name] = 0
      finish(task, 'failed')
    }
    work.delete(task.uid)
  }

  function run(): void {
    for (let task = waiting[0]; task !== undefined; task = waiting[0]) {
      if (task.status === 'enqueued') {
        if (queue.held === true || queue.held === task.type) return
        runOne(task)
      }
      waiting.shift()
    }
  }

  const queue: Queue = {
    tasks: [],
    held: false,
    taskMs: 10,
    fail: (type, code = 'internal', kind = 'internal') => void failures.set(type, [...(failures.get(type) ?? []), { code, kind }]),
    enqueue(type, indexUid, details, job) {
      const task: Task = {
        uid: queue.tasks.length,
        batchUid: null,
        indexUid,
        status: 'enqueued',
        type,
        canceledBy: null,
        details,
        error: null,
        duration: null,
        enqueuedAt: new Date().toISOString(),
        startedAt: null,
        finishedAt: null,
      }
      queue.tasks.push(task)
      waiting.push(task)
      work.set(task.uid, job)
      setImmediate(run)
      return { taskUid: task.uid, indexUid, status: task.status, type, enqueuedAt: task.enqueuedAt }
    },
    cancel(matches) {
      const ended = queue.tasks.filter((task) => task.status === 'enqueued' && matches(task))
      for (const task of ended) finish(task, 'canceled')
      return ended.length
    },
  }
  // Runs held tasks soon after `held` becomes false.
  setInterval(run, 5).unref()
  return queue
}
