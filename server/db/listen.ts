/** A connection of its own to PostgreSQL, for LISTEN and NOTIFY. */
import pg from 'pg'
import type { DataSource } from 'typeorm'

/** Delay (ms) before the first attempt to connect again; it doubles up to the maximum. */
const firstDelayMs = 250
const maxDelayMs = 10_000
/** A network that does not answer in this time (ms) is dead: the operating system would notice after minutes. */
const timeoutMs = 5000

export interface Listener {
  /** Runs a statement. They run in the order of the calls. Rejects while there is no connection. */
  query<Row>(statement: string, values?: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

interface ListenOptions {
  channel: string
  /** A notification of another connection. */
  onNotice(payload: string): void
  /** The connection is open, for the first time or again: notifications in between were missed. */
  onConnected(): void
}

/** Null on SQLite, which only one process uses. */
export function listen(db: DataSource, { channel, onNotice, onConnected }: ListenOptions): Listener | null {
  const { options } = db
  if (options.type !== 'postgres') return null
  let client: pg.Client | null = null
  let delay = firstDelayMs
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: options.type === 'postgres' ? options.url : '',
      application_name: 'strand-connect',
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      // Statements are sent at once, in their order, without waiting for the answers to earlier ones.
      pipeline: true,
    })
    const lost = () => {
      if (client !== opened && client !== null) return
      client = null
      if (isClosed) return
      clearTimeout(timer)
      timer = setTimeout(() => void connect(), delay)
      timer.unref()
      delay = Math.min(delay * 2, maxDelayMs)
    }
    opened.on('error', () => undefined)
    opened.on('end', lost)
    opened.on('notification', ({ payload, processId }) => {
      if (payload !== undefined && processId !== (opened as unknown as { processID: number }).processID) onNotice(payload)
    })
    try {
      await opened.connect()
      await opened.query(`LISTEN ${channel}`)
    } catch {
      await opened.end().catch(() => undefined)
      return lost()
    }
    if (isClosed) return void opened.end().catch(() => undefined)
    client = opened
    delay = firstDelayMs
    onConnected()
  }

  void connect()
  return {
    async query<Row>(statement: string, values: readonly unknown[] = []) {
      const used = client
      if (used === null) throw new Error('There is no connection to PostgreSQL')
      try {
        return (await used.query(statement, [...values])).rows as Row[]
      } catch (error) {
        // Any other error is that of the connection, which `lost` replaces.
        if (!(error instanceof pg.DatabaseError)) void used.end().catch(() => undefined)
        throw error
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
