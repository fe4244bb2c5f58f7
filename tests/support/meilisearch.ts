/**
 * A fake Meilisearch server, so that the adapter can be tested without a real one. Its protocol (a queue of tasks, documents, settings,
 * searches with filters and highlights, swaps, errors, keys) is that of Meilisearch 1.50: a test compares it with recorded answers
 * (`meilisearch-answers.json`). Matching and ranking (`meilisearch-ranking.ts`) follow the documentation.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Documents, type Fields } from './meilisearch-documents.ts'
import { allOf, parseFilter, select, type Filter } from './meilisearch-filter.ts'
import { createKeys, type NewKey, type Rights } from './meilisearch-keys.ts'
import { highlighted, rank, type Question } from './meilisearch-ranking.ts'
import { createQueue, Fault, type Queue, type Task } from './meilisearch-tasks.ts'

interface Index {
  primaryKey: string | null
  settings: Record<string, unknown>
  documents: Documents
  createdAt: string
  updatedAt: string
}

/** The fields of all request bodies. A body that is an array is stored in `list`. */
export interface Body {
  uid: string
  primaryKey: string
  filter: string
  limit: number
  offset: number
  queries: Question[]
  list: Fields[]
}

export interface Request {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Body
}

interface Swap {
  indexes: [string, string]
  rename?: boolean
}

/** `hang`: requests get no response; `page`: the error page of a proxy; a number: an error with this status. */
type Behaviour = 'normal' | 'hang' | 'page' | number

export interface FakeMeilisearch extends Pick<Queue, 'tasks' | 'held' | 'taskMs' | 'fail'> {
  url: string
  /** The master key. */
  key: string
  indexes: Map<string, Index>
  requests: Request[]
  behaviour: Behaviour
  /** The version that it reports. */
  version: string
  /** The requests to a path, in which `:uid` matches any segment. */
  requestsTo(method: string, path: string): Request[]
  /** Stops listening; `start` listens on the same port again, with the same data. */
  stop(): Promise<void>
  start(): Promise<void>
}

const queryFields = [
  'indexUid',
  'q',
  'offset',
  'limit',
  'page',
  'hitsPerPage',
  'attributesToRetrieve',
  'attributesToSearchOn',
  'attributesToHighlight',
  'highlightPreTag',
  'highlightPostTag',
  'filter',
  'sort',
  'matchingStrategy',
  'showRankingScore',
]

async function read(req: IncomingMessage): Promise<Body> {
  let text = ''
  for await (const chunk of req) text += chunk
  // Meilisearch rejects half a surrogate pair.
  const half = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/i.exec(text)
  if (half)
    throw new Fault(
      400,
      'malformed_payload',
      `The json payload provided is malformed. \`unexpected end of hex escape at line 1 column ${half.index}\`.`,
    )
  const value: unknown = text === '' ? {} : JSON.parse(text)
  return (Array.isArray(value) ? { list: value } : value) as Body
}

/** A page of a list, in the format of Meilisearch. */
function pageOf<T>(items: readonly T[], limit: number, offset = 0) {
  return { results: items.slice(offset, offset + limit), offset, limit, total: items.length }
}

export async function startFakeMeilisearch(key = 'the-key-of-the-test'): Promise<FakeMeilisearch> {
  let port = 0
  const keys = createKeys(() => fake.key)

  const indexOf = (uid: string): Index => {
    const index = fake.indexes.get(uid)
    if (!index) throw new Fault(404, 'index_not_found', `Index \`${uid}\` not found.`)
    return index
  }
  const create = (primaryKey: string | null): Index => {
    const now = new Date().toISOString()
    return { primaryKey, settings: {}, documents: new Documents(), createdAt: now, updatedAt: now }
  }
  const namesIn = (index: Index, setting: string) => (index.settings[setting] ?? []) as string[]

  function filterOf(index: Index, filter: string | string[] | undefined, code: string, prefix = ''): Filter {
    try {
      return allOf([filter ?? []].flat().map((each) => parseFilter(each, namesIn(index, 'filterableAttributes'))))
    } catch (error) {
      throw new Fault(400, code, prefix + (error as Error).message)
    }
  }

  function put(uid: string, documents: Fields[]): Record<string, unknown> {
    if (!fake.indexes.has(uid)) fake.indexes.set(uid, create(null))
    const index = indexOf(uid)
    if (index.primaryKey === null) {
      const candidates = Object.keys(documents[0] ?? {}).filter((name) => /id$/i.test(name))
      if (candidates.length !== 1) throw new Fault(400, 'index_primary_key_no_candidate_found', 'The primary key inference failed.')
      index.primaryKey = candidates[0]!
    }
    for (const document of documents) {
      const value = document[index.primaryKey]
      if (value === undefined)
        throw new Fault(
          400,
          'missing_document_id',
          `Document doesn't have a \`${index.primaryKey}\` attribute: \`${JSON.stringify(document)}\`.`,
        )
      const id = String(value)
      if (!/^[\w-]{1,511}$/.test(id)) throw new Fault(400, 'invalid_document_id', `Document identifier \`"${id}"\` is invalid.`)
      index.documents.set(id, document)
    }
    index.updatedAt = new Date().toISOString()
    return { indexedDocuments: documents.length }
  }

  function remove(uid: string, shouldRemove: (id: string, document: Fields) => boolean): Record<string, unknown> {
    const { documents } = indexOf(uid)
    let deletedDocuments = 0
    for (const [id, document] of documents) if (shouldRemove(id, document)) deletedDocuments += Number(documents.delete(id))
    return { deletedDocuments }
  }

  /** Swaps or renames indexes. Finished tasks follow their index to its new name; enqueued tasks keep the name that they were sent for. */
  function swap(swaps: readonly Swap[]): void {
    for (const {
      indexes: [a, b],
      rename,
    } of swaps) {
      const one = indexOf(a)
      if (rename) {
        if (fake.indexes.has(b)) throw new Fault(409, 'index_already_exists', `Index \`${b}\` already exists.`)
        fake.indexes.delete(a)
      } else fake.indexes.set(a, indexOf(b))
      fake.indexes.set(b, one)
      for (const task of fake.tasks) {
        if (task.status === 'enqueued') continue
        if (task.indexUid === a) task.indexUid = b
        else if (task.indexUid === b) task.indexUid = a
      }
    }
  }

  function searchOne(query: Question, place: number, requestUid: string) {
    const inside = `Inside \`.queries[${place}]\`: `
    const unknown = Object.keys(query).find((name) => !queryFields.includes(name))
    if (unknown !== undefined)
      throw new Fault(
        400,
        'bad_request',
        `Unknown field \`${unknown}\` inside \`.queries[${place}]\`: expected one of \`${queryFields.join('`, `')}\``,
      )
    const index = fake.indexes.get(query.indexUid)
    if (!index) throw new Fault(400, 'index_not_found', `${inside}Index \`${query.indexUid}\` not found.`)
    const within = `${inside}Index \`${query.indexUid}\`: `
    for (const each of query.sort ?? []) {
      const [name = ''] = each.split(':')
      if (!namesIn(index, 'sortableAttributes').includes(name))
        throw new Fault(400, 'invalid_search_sort', `${within}Attribute \`${name}\` is not sortable.`)
    }
    const filter = filterOf(index, query.filter, 'invalid_search_filter', within)
    const found = rank(index.documents, filter, query, namesIn(index, 'searchableAttributes'))
    const { page = 1, hitsPerPage = 20, attributesToRetrieve } = query as Partial<Question>
    const reachable = Math.min(found.length, (index.settings.pagination as { maxTotalHits: number } | undefined)?.maxTotalHits ?? 1000)
    const start = (page - 1) * hitsPerPage
    const hits = found
      .slice(0, reachable)
      .slice(start, start + hitsPerPage)
      .map(({ document, score }) => ({
        ...Object.fromEntries((attributesToRetrieve ?? Object.keys(document)).map((name) => [name, document[name]])),
        ...(query.attributesToHighlight
          ? { _formatted: Object.fromEntries(query.attributesToHighlight.map((name) => [name, highlighted(document[name], query)])) }
          : {}),
        ...(query.showRankingScore ? { _rankingScore: score } : {}),
      }))
    // With a STARTS WITH filter, the count of Meilisearch is not capped.
    const totalHits = JSON.stringify(query.filter ?? '').includes('STARTS WITH') ? found.length : reachable
    return {
      indexUid: query.indexUid,
      hits,
      query: query.q ?? '',
      processingTimeMs: 1,
      hitsPerPage,
      page,
      totalPages: Math.ceil(totalHits / hitsPerPage),
      totalHits,
      requestUid,
    }
  }

  /** Only a key for all indexes may read a task without an index. */
  const mayRead = ({ owns }: Rights, { indexUid }: Task): boolean => owns(indexUid ?? '*')

  type Answer = [status: number, body: unknown]

  function answerTasks(method: string, uid: string, query: URLSearchParams, rights: Rights): Answer {
    const readList = (name: string) => query.get(name)?.split(',')
    if (method === 'GET' && uid !== '') {
      keys.require(rights, 'tasks.get')
      const task = fake.tasks[Number(uid)]
      if (!task || !mayRead(rights, task)) throw new Fault(404, 'task_not_found', `Task \`${uid}\` not found.`)
      return [200, task]
    }
    const [uids, indexUids, statuses] = [readList('uids'), readList('indexUids'), readList('statuses')]
    const matches = (task: Task): boolean =>
      mayRead(rights, task) &&
      (!uids || uids.includes(String(task.uid))) &&
      (!indexUids || indexUids.includes(task.indexUid ?? '')) &&
      (!statuses || statuses.includes(task.status))
    const found = fake.tasks.filter(matches).toReversed()
    if (method === 'GET') {
      keys.require(rights, 'tasks.get')
      const limit = Number(query.get('limit') ?? 20)
      const from = Number(query.get('from') ?? found[0]?.uid ?? 0)
      const later = found.filter((task) => task.uid <= from)
      return [
        200,
        { results: later.slice(0, limit), total: found.length, limit, from: later[0]?.uid ?? null, next: later[limit]?.uid ?? null },
      ]
    }
    keys.require(rights, 'tasks.cancel')
    const canceledTasks = queue.cancel((task) => found.includes(task))
    return [
      200,
      queue.enqueue(
        'taskCancelation',
        null,
        { matchedTasks: found.length, canceledTasks, originalFilter: `?${query.toString()}` },
        () => undefined,
      ),
    ]
  }

  function answerIndex(method: string, uid: string, rest: string, body: Body, rights: Rights): Answer {
    switch (`${method} ${rest}`) {
      case 'DELETE ':
        keys.require(rights, 'indexes.delete', uid)
        return [
          202,
          queue.enqueue('indexDeletion', uid, { deletedDocuments: null }, () => {
            const { size } = fake.indexes.get(uid)?.documents ?? { size: 0 }
            indexOf(uid)
            fake.indexes.delete(uid)
            return { deletedDocuments: size }
          }),
        ]
      case 'GET ': {
        keys.require(rights, 'indexes.get', uid)
        const { createdAt, updatedAt, primaryKey } = indexOf(uid)
        return [200, { uid, createdAt, updatedAt, primaryKey }]
      }
      case 'PATCH settings':
        keys.require(rights, 'settings.update', uid)
        return [202, queue.enqueue('settingsUpdate', uid, { ...body }, () => void Object.assign(indexOf(uid).settings, body))]
      case 'POST documents':
        keys.require(rights, 'documents.add', uid)
        return [
          202,
          queue.enqueue('documentAdditionOrUpdate', uid, { receivedDocuments: body.list.length, indexedDocuments: null }, () =>
            put(uid, body.list),
          ),
        ]
      case 'POST documents/delete-batch': {
        keys.require(rights, 'documents.delete', uid)
        const ids = body.list as unknown[]
        return [
          202,
          queue.enqueue('documentDeletion', uid, { providedIds: ids.length, deletedDocuments: null, originalFilter: null }, () =>
            remove(uid, (id) => ids.includes(id)),
          ),
        ]
      }
      case 'POST documents/delete':
        keys.require(rights, 'documents.delete', uid)
        return [
          202,
          queue.enqueue(
            'documentDeletion',
            uid,
            { providedIds: 0, deletedDocuments: null, originalFilter: JSON.stringify(body.filter) },
            () => {
              const { accepts } = filterOf(indexOf(uid), body.filter, 'invalid_document_filter')
              return remove(uid, (_id, document) => accepts(document))
            },
          ),
        ]
      case 'POST documents/fetch': {
        keys.require(rights, 'documents.get', uid)
        const index = indexOf(uid)
        return [
          200,
          pageOf(select(index.documents, filterOf(index, body.filter, 'invalid_document_filter')), body.limit ?? 20, body.offset),
        ]
      }
      default:
        return [404, '']
    }
  }

  function answer(method: string, { pathname, searchParams }: URL, body: Body, rights: Rights): Answer {
    const [root, uid = '', ...rest] = pathname.slice(1).split('/')
    if (root === 'tasks') return answerTasks(method, uid, searchParams, rights)
    if (root === 'indexes' && uid !== '') return answerIndex(method, uid, rest.join('/'), body, rights)
    switch (`${method} ${pathname}`) {
      case 'GET /health':
        return [200, { status: 'available' }]
      case 'GET /version':
        keys.require(rights, 'version')
        return [200, { commitSha: 'unknown', commitDate: 'unknown', pkgVersion: fake.version }]
      case 'POST /keys':
        keys.require(rights, 'keys.create')
        return [201, keys.create(body as unknown as NewKey)]
      case 'GET /indexes': {
        keys.require(rights, 'indexes.get')
        const readable = [...fake.indexes].filter(([name]) => rights.owns(name)).sort(([a], [b]) => (a < b ? -1 : 1))
        const listed = readable.map(([name, { createdAt, updatedAt, primaryKey }]) => ({ uid: name, createdAt, updatedAt, primaryKey }))
        return [200, pageOf(listed, Number(searchParams.get('limit') ?? 20), Number(searchParams.get('offset') ?? 0))]
      }
      case 'POST /indexes':
        keys.require(rights, 'indexes.create', body.uid)
        return [
          202,
          queue.enqueue('indexCreation', body.uid, { primaryKey: body.primaryKey }, () => {
            if (fake.indexes.has(body.uid)) throw new Fault(409, 'index_already_exists', `Index \`${body.uid}\` already exists.`)
            fake.indexes.set(body.uid, create(body.primaryKey))
          }),
        ]
      case 'POST /multi-search': {
        keys.require(rights, 'search', ...body.queries.map(({ indexUid }) => indexUid))
        const requestUid = crypto.randomUUID()
        return [200, { results: body.queries.map((query, place) => searchOne(query, place, requestUid)) }]
      }
      case 'POST /swap-indexes': {
        const swaps = body.list as unknown as Swap[]
        keys.require(rights, 'indexes.swap', ...swaps.flatMap(({ indexes }) => indexes))
        return [
          202,
          queue.enqueue('indexSwap', null, { swaps: swaps.map(({ indexes, rename = false }) => ({ indexes, rename })) }, () => swap(swaps)),
        ]
      }
      default:
        return [404, '']
    }
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://meilisearch')
    const body = await read(req).catch((error: Error) => error)
    if (!(body instanceof Error)) fake.requests.push({ method: req.method ?? '', path: url.pathname, headers: req.headers, body })
    if (fake.behaviour === 'hang') return
    if (fake.behaviour === 'page') return void res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    const send = (status: number, value: unknown) =>
      void res.writeHead(status, { 'content-type': 'application/json' }).end(value === '' ? '' : JSON.stringify(value))
    try {
      if (typeof fake.behaviour === 'number')
        throw new Fault(fake.behaviour, fake.behaviour >= 500 ? 'internal' : 'too_many_search_requests', 'A simulated error.', 'system')
      const rights = keys.rightsOf(req.headers.authorization)
      if (body instanceof Error) throw body
      send(...answer(req.method ?? '', url, body, rights))
    } catch (error) {
      if (error instanceof Fault) return send(error.status, error.body)
      send(500, { message: String(error), code: 'internal', type: 'internal', link: '' })
    }
  }

  let server = createServer((req, res) => void handle(req, res))
  const queue = createQueue()
  const fake: FakeMeilisearch = Object.assign(queue, {
    url: '',
    key,
    indexes: new Map<string, Index>(),
    requests: [] as Request[],
    behaviour: 'normal' as Behaviour,
    version: '1.50.0',
    requestsTo: (method: string, path: string) =>
      fake.requests.filter((each) => each.method === method && new RegExp(`^${path.replace(':uid', '[^/]+')}$`).test(each.path)),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    start: () =>
      new Promise<void>((resolve) => {
        server = createServer((req, res) => void handle(req, res))
        server.listen(port, '127.0.0.1', () => {
          port = (server.address() as AddressInfo).port
          fake.url = `http://127.0.0.1:${port}`
          resolve()
        })
      }),
  })
  await fake.start()
  return fake
}
