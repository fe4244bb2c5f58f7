/**
 * The measured process, which builds a search index or queries it. A separate process, so that its memory is that of the index.
 * Arguments: a folder, and `build <documents>` or `ask <file of queries>`. Prints one line of JSON.
 */
import { once } from 'node:events'
import { createReadStream, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { openEmbedded } from '#search/embedded/index.ts'
import { openMeilisearch } from '#search/meilisearch/index.ts'
import { documentTypes, type DocumentType, type SearchDocument, type SearchIndex } from '#search/port.ts'
import { createVocabulary, createDocuments } from './search-documents.ts'

const [, , folder = '', role = '', argument = ''] = process.argv
const isMeilisearch = folder === 'meilisearch'
const log = { info: () => undefined, warn: console.error, error: console.error }
const memory = (): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? process.memoryUsage.rss() / 1024) / 1024

async function open(): Promise<SearchIndex> {
  const { MEILI_URL: url, MEILI_KEY: key } = process.env
  return isMeilisearch
    ? openMeilisearch({
        url: url!,
        key: key ?? null,
        database: async () => 'bench',
        log: log as never,
        uid: 'strand_bench',
        limits: { searchMs: 10_000 },
      })
    : openEmbedded({ dir: folder, log: log as never })
}

/** Meilisearch takes 10 ms to 1 s for a write and a few ms for a search, so that smaller samples are enough. */
const writesTimed = isMeilisearch ? 30 : 300
const queriesPerType = isMeilisearch ? 5 : Infinity
/** Logs to stderr: stdout is for the result. */
const logProgress = (text: string): void => void (isMeilisearch && process.stderr.write(`  Meilisearch: ${text}\n`))

/** Responses to searches, which contain the processing time of Meilisearch. Parsed after all searches are measured. */
let answers: Promise<string>[] = []
if (isMeilisearch) {
  const { fetch } = globalThis
  globalThis.fetch = async (...args) => {
    const response = await fetch(...args)
    if (String(args[0]).endsWith('/multi-search')) answers.push(response.clone().text())
    return response
  }
}

async function processingTimes(): Promise<number> {
  const texts = await Promise.all(answers)
  answers = []
  return texts
    .flatMap((text) => (JSON.parse(text) as { results: { processingTimeMs: number }[] }).results)
    .reduce((sum, { processingTimeMs }) => sum + processingTimeMs, 0)
}

/** Time until a search finds a word in a title (ms). */
async function untilFound(index: SearchIndex, word: string, since: number): Promise<number> {
  while (performance.now() - since < 60_000) {
    const { total } = await index.search({
      text: word,
      types: documentTypes,
      reader: { uid: 'bench', isAdmin: true },
      unfinished: false,
      from: 0,
      limit: 1,
    })
    if (total > 0) return performance.now() - since
    await sleep(10)
  }
  throw new Error(`${word} was not found within a minute`)
}

async function build(size: number): Promise<unknown> {
  const index = await open()
  const { all } = createDocuments(createVocabulary(), size)
  const startedAt = performance.now()
  const building = await index.rebuild()
  let page: SearchDocument[] = []
  let put = 0
  for (const document of all()) {
    page.push(document)
    if (page.length < 1000) continue
    await building.put(page)
    page = []
    put += 1000
    if (put % 10_000 === 0) logProgress(`${put} of ${size} documents sent`)
  }
  await building.put(page)
  const laid = performance.now()
  await building.finish(1)
  const ended = performance.now()
  const peak = memory()
  // Then the index follows changes; some of them are edited posts.
  const writes: number[] = []
  const found: number[] = []
  let n = 0
  for (const document of all()) {
    n += 1
    if (n % Math.ceil(size / writesTimed) !== 0) continue
    const wrote = performance.now()
    const word = `edited${writes.length}`
    const writing = index
      .write({ put: [{ ...document, title: `${document.title} ${word}` }], remove: [], removeWithin: [] }, 1 + writes.length)
      .then(() => performance.now() - wrote)
    if (isMeilisearch) found.push(await untilFound(index, word, wrote))
    writes.push(await writing)
    if (writes.length % 10 === 0) logProgress(`${writes.length} of ${writesTimed} writes`)
  }
  await index.close()
  const bytes = isMeilisearch ? 0 : readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  return { seconds: (ended - startedAt) / 1000, laid: (laid - startedAt) / 1000, bytes, memory: peak, writes, found }
}

const kinds: [string, readonly DocumentType[]][] = [
  ['all', documentTypes],
  ...documentTypes.map((type): [string, DocumentType[]] => [type, [type]]),
]

/** The floors: reading one row by its id, and the list of one word, from the same file. */
function floors(): { row: number[]; match: number[] } {
  const name = readFileSync(join(folder, 'current'), 'utf8')
  const db = new Database(join(folder, name), { readonly: true })
  const rows = db.prepare<[], bigint>('SELECT rowid FROM doc WHERE rowid % 997 = 0 LIMIT 500').pluck().safeIntegers().all()
  const terms = db
    .prepare<[], string>('SELECT word FROM term WHERE count BETWEEN 1 AND 3 LIMIT 100000')
    .pluck()
    .all()
    .filter((_word, n) => n % 200 === 0)
  const row = db.prepare<[bigint]>('SELECT body FROM doc WHERE rowid = ?')
  const match = db.prepare<[string]>('SELECT rowid FROM words WHERE words MATCH ?')
  const timeEach = <T>(values: readonly T[], read: (value: T) => unknown): number[] =>
    values.map((value) => {
      const startedAt = performance.now()
      read(value)
      return performance.now() - startedAt
    })
  const figures = { row: timeEach(rows, (one) => row.all(one)), match: timeEach(terms, (one) => match.all(`"a${one}"`)) }
  db.close()
  return figures
}

/** Wall-clock and CPU time; on a busy machine, the CPU time is more accurate. */
export interface Timed {
  wall: number[]
  cpu: number[]
  /** Processing times reported by Meilisearch (ms). */
  server: number[]
}

/** Reads the file into the system's cache, as on a running server, so that the disk is not measured. */
async function readOnce(): Promise<void> {
  const name = readFileSync(join(folder, 'current'), 'utf8')
  await once(createReadStream(join(folder, name), { highWaterMark: 1 << 20 }).resume(), 'end')
}

async function ask(file: string): Promise<unknown> {
  const queries = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>
  if (!isMeilisearch) await readOnce()
  const index = await open()
  // Like the queries of the server while a person types.
  const query = { reader: null, unfinished: true, from: 0, limit: 6, countTo: 100 }
  for (const text of ['a', 'warm up', 'warmmm']) await index.search({ ...query, types: documentTypes, text })
  await processingTimes()
  const taken: Record<string, Record<string, Timed>> = {}
  const cpu = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  const slowest: [string, number, string][] = []
  for (const [kind, texts] of Object.entries(queries)) {
    logProgress(`searching: ${kind}`)
    taken[kind] = {}
    for (const [n, [name, types]] of kinds.entries()) {
      const timed: Timed = { wall: [], cpu: [], server: [] }
      // Each text only once, so that no result is cached.
      for (const text of texts.filter((_text, place) => place % kinds.length === n).slice(0, queriesPerType)) {
        const [startedAt, used] = [performance.now(), cpu()]
        await index.search({ ...query, types, text })
        timed.cpu.push(cpu() - used)
        timed.wall.push(performance.now() - startedAt)
        if (isMeilisearch) timed.server.push(await processingTimes())
        slowest.push([`${kind}, ${name}`, timed.wall.at(-1)!, text])
      }
      taken[kind][name] = timed
    }
  }
  const used = memory()
  await index.close()
  const found = slowest.sort((a, b) => b[1] - a[1]).slice(0, 12)
  return { taken, memory: used, slowest: found, floors: isMeilisearch ? null : floors() }
}

console.log(JSON.stringify(role === 'build' ? await build(Number(argument)) : await ask(argument)))
