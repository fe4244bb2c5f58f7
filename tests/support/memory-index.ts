/** A search index in memory that can simulate failures, and a small database as its source. */
import {
  SearchUnavailable,
  type Building,
  type Change,
  type DocumentKey,
  type DocumentSource,
  type DocumentType,
  type IndexChanges,
  type SearchDocument,
  type SearchIndex,
} from '#search/port.ts'

const nameOf = ({ type, id }: { type: string; id: string }): string => `${type} ${id}`

/** The acknowledged data, which survives a simulated crash. */
export interface Disk {
  documents: Map<string, SearchDocument>
  position: number | null
}

export interface MemoryIndex extends SearchIndex {
  disk: Disk
  away: boolean
  /** Called before each write, page of a rebuild and finish. If it throws, that call fails with the same error. */
  hook: (what: 'write' | 'page' | 'finish') => void | Promise<void>
  /** Number of rebuilds that are neither finished nor abandoned. */
  building: number
  writes: IndexChanges[]
  /** Number of calls. */
  callCount: number
}

export function memoryIndex(disk: Disk = { documents: new Map(), position: null }): MemoryIndex {
  const reach = (): void => {
    index.callCount += 1
    if (index.away) throw new SearchUnavailable('away')
  }
  const index: MemoryIndex = {
    name: 'memory',
    disk,
    away: false,
    hook: () => undefined,
    building: 0,
    writes: [],
    callCount: 0,
    search: () => Promise.reject(new Error('not implemented')),
    async position() {
      reach()
      return disk.position
    },
    async write(changes, position, from) {
      reach()
      await index.hook('write')
      if (from !== undefined && from !== disk.position) return
      index.writes.push(changes)
      for (const document of changes.put) disk.documents.set(nameOf(document), document)
      for (const key of changes.remove) disk.documents.delete(nameOf(key))
      for (const [name, { bead }] of disk.documents) if (bead !== null && changes.removeWithin.includes(bead)) disk.documents.delete(name)
      disk.position = position
    },
    async rebuild(): Promise<Building> {
      reach()
      index.building += 1
      const next = new Map<string, SearchDocument>()
      return {
        async put(documents) {
          reach()
          await index.hook('page')
          for (const document of documents) next.set(nameOf(document), document)
        },
        async finish(position) {
          reach()
          await index.hook('finish')
          index.building -= 1
          disk.documents = next
          disk.position = position
        },
        async abandon() {
          index.building -= 1
        },
      }
    },
    close: async () => undefined,
  }
  return index
}

/** A small database with a change log. */
export class World implements DocumentSource {
  readonly documentsNow = new Map<string, SearchDocument>()
  log: Change[] = []
  /** The position of the latest change. Not 0, as if older changes had been deleted from the log. */
  latest = 5000
  reads = 0

  logChange(type: Change['type'], id: string): void {
    this.log.push({ position: (this.latest += 1), type, id })
  }

  /** Inserts or replaces a document. */
  set(document: SearchDocument, isLogged = true): void {
    this.documentsNow.set(nameOf(document), document)
    if (isLogged) this.logChange(document.type, document.id)
  }

  delete(type: DocumentType, id: string, isLogged = true): void {
    this.documentsNow.delete(nameOf({ type, id }))
    if (isLogged) this.logChange(type, id)
  }

  async head(): Promise<number> {
    return this.latest
  }

  async changes(after: number, limit: number): Promise<Change[] | null> {
    const next = this.log.filter(({ position }) => position > after).slice(0, limit)
    if (next.length === 0) return after === this.latest ? [] : null
    return next[0]!.position === after + 1 ? next : null
  }

  async documents(keys: readonly DocumentKey[]): Promise<SearchDocument[]> {
    this.reads += keys.length
    return keys.flatMap((key) => this.documentsNow.get(nameOf(key)) ?? [])
  }

  async all(type: DocumentType, after: string, limit: number): Promise<SearchDocument[]> {
    const of = [...this.documentsNow.values()].filter((one) => one.type === type && one.id > after)
    return of.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit)
  }

  async within(bead: string, after: string, limit: number): Promise<DocumentKey[]> {
    return (await this.all('post', after, Infinity))
      .filter((post) => post.bead === bead)
      .slice(0, limit)
      .map(({ type, id }) => ({ type, id }))
  }

  async count(): Promise<number> {
    return this.documentsNow.size
  }
}
