/**
 * Stands in for a Meilisearch server: its documented protocol (tasks in a queue, documents, settings, searches with
 * filters and highlights, swaps, errors, keys), so that what the adapter does can be tested where none can be had. How
 * it finds and ranks (`meilisearch-ranking.ts`) is a sketch of what is documented.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseFilter, type Fields } from './meilisearch-filter.ts'
import { highlighted, rank, type Question } from './meilisearch-ranking.ts'

interface Task {
  uid: number
  indexUid: string | null
  type: string
  status: 'enqueued' | 'processing' | 'succeeded' | 'failed' | 'canceled'
  error: { message: string; code: string; type: string; link: string } | null
}

interface Index {
  primaryKey: string | null
  settings: Record<string, unknown>
  documents: Map<string, Fields>
  updatedAt: string
}

/** What any request may hold; where it is a list, `list` is what it holds. */
export interface Body {
  uid: string
  primaryKey: string
  filter: string
  limit: number
  queries: Question[]
  list: Fields[]
}

export interface Request {
  method: string
  path: string
  body: Body
}

type Mood = 'up' | 'hang' | 'page' | number

export interface FakeMeilisearch {
  url: string
  key: string
  indexes: Map<string, Index>
  tasks: Task[]
  requests: Request[]
  /** `hang`: takes requests and says nothing; `page`: a proxy's error page; a number: that status. */
  mood: Mood
  /** Version that it claims to be. */
  version: string
  /** Tasks stay enqueued until it is false again, from the next one of this type on or at once. */
  held: boolean | string
  /** The next task of this type fails. */
  fail(type: string, code?: string, kind?: string): void
  /** Requests to this path, `:uid` standing for any part of it. */
  sent(method: string, path: string): Request[]
  /** As if the machine were off, and on again with what it had. */
  stop(): Promise<void>
  start(): Promise<void>
}

class Fault extends Error {
  readonly status: number
  readonly code: string
  readonly kind: string
  constructor(status: number, code: string, message: string, kind = 'invalid_request') {
    super(message)
    this.status = status
    this.code = code
    this.kind = kind
  }
}

const bodyOf = (fault: Fault) => ({ message: fault.message, code: fault.code, type: fault.kind, link: `https://docs.meilisearch.com/errors#${fault.code}` })

async function read(req: IncomingMessage): Promise<Body> {
  let text = ''
  for await (const chunk of req) text += chunk
  // As serde does: half a surrogate pair is no text.
  if (/(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/i.test(text)) throw new Fault(400, 'malformed_payload', 'unexpected end of hex escape')
  const value: unknown = text === '' ? {} : JSON.parse(text)
  return (Array.isArray(value) ? { list: value } : value) as Body
}

export async function startFakeMeilisearch(key = 'the-key-of-the-test'): Promise<FakeMeilisearch> {
  const failures = new Map<string, { code: string; kind: string }[]>()
  let port = 0

  const indexOf = (uid: string): Index => {
    const index = fake.indexes.get(uid)
    if (!index) throw new Fault(404, 'index_not_found', `Index \`${uid}\` not found.`)
    return index
  }
  const create = (primaryKey: string | null): Index => ({ primaryKey, settings: {}, documents: new Map(), updatedAt: new Date().toISOString() })
  const filterable = (index: Index) => (index.settings.filterableAttributes ?? []) as string[]

  function filterOf(index: Index, filter: string | string[] | undefined, code: string) {
    try {
      const tests = [filter ?? []].flat().map((each) => parseFilter(each, filterable(index)))
      return (document: Fields) => tests.every((test) => test(document))
    } catch (error) {
      throw new Fault(400, code, (error as Error).message)
    }
  }

  /** Tasks are worked off one after the other, as soon as nothing else is to be done. */
  const work = new Map<number, () => void>()
  function enqueue(type: string, indexUid: string | null, job: () => void) {
    const task: Task = { uid: fake.tasks.length, indexUid, type, status: 'enqueued', error: null }
    fake.tasks.push(task)
    work.set(task.uid, job)
    setImmediate(run)
    return { taskUid: task.uid, indexUid, status: task.status, type, enqueuedAt: new Date().toISOString() }
  }
  function run(): void {
    for (const task of fake.tasks) {
      if (task.status !== 'enqueued') continue
      if (fake.held === true || fake.held === task.type) return
      const failure = failures.get(task.type)?.shift()
      try {
        if (failure) throw new Fault(500, failure.code, 'It was told to fail.', failure.kind)
        work.get(task.uid)!()
        task.status = 'succeeded'
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        task.status = 'failed'
        task.error = bodyOf(error)
      }
    }
  }

  function put(uid: string, documents: Fields[]): void {
    if (!fake.indexes.has(uid)) fake.indexes.set(uid, create(null))
    const index = indexOf(uid)
    if (index.primaryKey === null) {
      const candidates = Object.keys(documents[0] ?? {}).filter((name) => /id$/i.test(name))
      if (candidates.length !== 1) throw new Fault(400, 'index_primary_key_no_candidate_found', 'The primary key inference failed.')
      index.primaryKey = candidates[0]!
    }
    for (const document of documents) {
      const id = String(document[index.primaryKey])
      if (!/^[\w-]{1,511}$/.test(id)) throw new Fault(400, 'invalid_document_id', `Document identifier \`${id}\` is invalid.`)
      index.documents.set(id, document)
    }
    index.updatedAt = new Date().toISOString()
  }

  function remove(uid: string, gone: (id: string, document: Fields) => boolean): void {
    const { documents } = indexOf(uid)
    for (const [id, document] of documents) if (gone(id, document)) documents.delete(id)
  }

  function swap(pairs: { indexes: [string, string] }[]): void {
    for (const { indexes: [a, b] } of pairs) {
      const [one, other] = [indexOf(a), indexOf(b)]
      fake.indexes.set(a, other).set(b, one)
    }
  }

  function searchOne(query: Question) {
    const index = indexOf(query.indexUid)
    const test = filterOf(index, query.filter, 'invalid_search_filter')
    const found = rank([...index.documents.values()].filter(test), query, (index.settings.searchableAttributes ?? []) as string[])
    const most = Math.min(found.length, (index.settings.pagination as { maxTotalHits: number } | undefined)?.maxTotalHits ?? 1000)
    const start = (query.page - 1) * query.hitsPerPage
    const hits = found.slice(0, most).slice(start, start + query.hitsPerPage).map(({ document, score }) => ({
      ...Object.fromEntries(query.attributesToRetrieve.map((name) => [name, document[name]])),
      ...(query.attributesToHighlight ? { _formatted: Object.fromEntries(query.attributesToHighlight.map((name) => [name, highlighted(document[name], query)])) } : {}),
      ...(query.showRankingScore ? { _rankingScore: score } : {}),
    }))
    return { indexUid: query.indexUid, hits, query: query.q ?? '', processingTimeMs: 1, page: query.page, hitsPerPage: query.hitsPerPage, totalHits: most, totalPages: 1 }
  }

  type Answer = [status: number, body: unknown]
  function answer(method: string, { pathname, searchParams }: URL, body: Body): Answer {
    const [root, uid = '', ...rest] = pathname.slice(1).split('/')
    const route = `${method} ${root}${uid && root === 'indexes' ? '/:uid' : ''}${rest.length ? `/${rest.join('/')}` : ''}`
    const named = (name: string) => searchParams.get(name)?.split(',')
    switch (root === 'tasks' ? `${method} tasks` : route) {
      case 'GET health': return [200, { status: 'available' }]
      case 'GET version': return [200, { commitSha: '', commitDate: '', pkgVersion: fake.version }]
      case 'GET indexes': return [200, { results: [...fake.indexes].map(([name, { primaryKey, updatedAt }]) => ({ uid: name, primaryKey, createdAt: updatedAt, updatedAt })), total: fake.indexes.size }]
      case 'POST indexes': return [202, enqueue('indexCreation', body.uid, () => {
        if (fake.indexes.has(body.uid)) throw new Fault(409, 'index_already_exists', `Index \`${body.uid}\` already exists.`)
        fake.indexes.set(body.uid, create(body.primaryKey))
      })]
      case 'DELETE indexes/:uid': return [202, enqueue('indexDeletion', uid, () => void (indexOf(uid) && fake.indexes.delete(uid)))]
      case 'PATCH indexes/:uid/settings': return [202, enqueue('settingsUpdate', uid, () => void Object.assign(indexOf(uid).settings, body))]
      case 'POST indexes/:uid/documents': return [202, enqueue('documentAdditionOrUpdate', uid, () => put(uid, body.list))]
      case 'POST indexes/:uid/documents/delete-batch': return [202, enqueue('documentDeletion', uid, () => remove(uid, (id) => (body.list as unknown[]).includes(id)))]
      case 'POST indexes/:uid/documents/delete': return [202, enqueue('documentDeletion', uid, () => {
        const test = filterOf(indexOf(uid), body.filter, 'invalid_document_filter')
        remove(uid, (_id, document) => test(document))
      })]
      case 'POST indexes/:uid/documents/fetch': {
        const index = indexOf(uid)
        const results = [...index.documents.values()].filter(filterOf(index, body.filter, 'invalid_document_filter'))
        return [200, { results: results.slice(0, body.limit), total: results.length }]
      }
      case 'POST multi-search': return [200, { results: body.queries.map(searchOne) }]
      case 'POST swap-indexes': return [202, enqueue('indexSwap', null, () => swap(body.list as { indexes: [string, string] }[]))]
      case 'GET tasks': {
        if (uid !== '') return fake.tasks[Number(uid)] ? [200, fake.tasks[Number(uid)]] : [404, bodyOf(new Fault(404, 'task_not_found', 'Task not found.'))]
        const [indexUids, statuses] = [named('indexUids'), named('statuses')]
        const results = fake.tasks.filter((task) => (!indexUids || indexUids.includes(task.indexUid ?? '')) && (!statuses || statuses.includes(task.status)))
        return [200, { results, total: results.length }]
      }
      case 'POST tasks': {
        const [uids, indexUids] = [named('uids'), named('indexUids')]
        for (const task of fake.tasks) {
          if (task.status === 'enqueued' && (uids?.includes(String(task.uid)) || indexUids?.includes(task.indexUid ?? ''))) task.status = 'canceled'
        }
        return [202, enqueue('taskCancelation', null, () => undefined)]
      }
      default: throw new Fault(404, 'not_found', `No route ${route}.`)
    }
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://meilisearch')
    const body = await read(req).catch((error: Error) => error)
    if (!(body instanceof Error)) fake.requests.push({ method: req.method ?? '', path: url.pathname, body })
    if (fake.mood === 'hang') return
    if (fake.mood === 'page') return void res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    const send = (status: number, value: unknown) => void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    try {
      if (typeof fake.mood === 'number') throw new Fault(fake.mood, fake.mood >= 500 ? 'internal' : 'too_many_search_requests', 'In a bad mood.', 'system')
      const { authorization } = req.headers
      if (authorization === undefined) throw new Fault(401, 'missing_authorization_header', 'The Authorization header is missing.', 'auth')
      if (authorization !== `Bearer ${fake.key}`) throw new Fault(403, 'invalid_api_key', 'The provided API key is invalid.', 'auth')
      if (body instanceof Error) throw body
      send(...answer(req.method ?? '', url, body))
    } catch (error) {
      if (error instanceof Fault) return send(error.status, bodyOf(error))
      send(500, { message: String(error), code: 'internal', type: 'internal', link: '' })
    }
  }

  let server = createServer((req, res) => void handle(req, res))
  const fake: FakeMeilisearch = {
    url: '', key, indexes: new Map(), tasks: [], requests: [], mood: 'up', version: '1.36.0', held: false,
    fail: (type, code = 'internal', kind = 'internal') => void failures.set(type, [...(failures.get(type) ?? []), { code, kind }]),
    sent: (method, path) => fake.requests.filter((each) => each.method === method && new RegExp(`^${path.replace(':uid', '[^/]+')}$`).test(each.path)),
    stop: () => new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    }),
    start: () => new Promise((resolve) => {
      server = createServer((req, res) => void handle(req, res))
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port
        fake.url = `http://127.0.0.1:${port}`
        resolve()
      })
    }),
  }
  // Tasks that were held go on by themselves.
  setInterval(run, 5).unref()
  await fake.start()
  return fake
}
