/** Read-only mode and the current announcements, in memory: every request needs them, and none queries them. */
import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import type { Notice } from '#contract/endpoints/site.ts'
import { messages } from '#contract/index.ts'
import { readOnlyMessage } from '#contract/rules.ts'
import { sql } from '#db/sql.ts'
import type { AnnouncementRow, ReadOnlyRow } from './entities.ts'

/** What every page and every change needs to know about the site. */
export interface SiteState {
  version: string
  readOnly: boolean
  exemptsAdmins: boolean
  notices: Notice[]
  /** Why a change of this actor is refused; null if it is not. */
  refusalFor(actor: { isAdmin: boolean } | null): string | null
}

/** Maximum age (ms) of the state: within this time, all servers of a database apply a change. */
export const maxAgeMs = 2000

const shortHash = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url').slice(0, 8)

const toNotice = ({ id, kind, text, href }: AnnouncementRow): Notice => ({ id: shortHash([id, kind, text, href]), kind, text, href })

/**
 * @param byOperator the server was started with STRAND_READ_ONLY, which applies to admins too.
 * @param row read-only mode as admins switched it.
 */
export function siteState(
  byOperator: boolean,
  row: Pick<ReadOnlyRow, 'reason'> | null,
  announcements: readonly AnnouncementRow[],
): SiteState {
  const readOnly = byOperator || row !== null
  const reason = row?.reason ?? ''
  const switched: Notice[] = readOnly ? [{ id: 'readOnly', kind: 'readOnly', text: reason, href: null }] : []
  const content = { readOnly, exemptsAdmins: readOnly && !byOperator, notices: [...switched, ...announcements.map(toNotice)] }
  const refusal = reason === '' ? messages.readOnly : readOnlyMessage(reason)
  return {
    version: shortHash(content),
    ...content,
    refusalFor: (actor) => (!readOnly || (content.exemptsAdmins && actor?.isAdmin === true) ? null : refusal),
  }
}

export interface SiteStates {
  /** At most `maxAgeMs` old. While the database does not answer, the latest known state. Never rejects. */
  current(): Promise<SiteState>
  /** Makes the next call read the state, after a change. */
  expire(): void
}

interface StatesDeps {
  db: DataSource
  log: Pick<Logger, 'warn'>
  readOnly: boolean
  now?: () => number
}

export function createSiteStates({ db, log, readOnly, now = Date.now }: StatesDeps): SiteStates {
  let known = siteState(readOnly, null, [])
  let readAt = -Infinity
  let reading: Promise<SiteState> | null = null
  /** Number of calls of `expire`: a read that began before one is outdated. */
  let changes = 0

  async function read(): Promise<SiteState> {
    const startedAt = now()
    const changesBefore = changes
    let agesFrom = startedAt
    const instant = new Date(startedAt).toISOString()
    try {
      const [row] = await sql<ReadOnlyRow>(db, 'SELECT "reason" FROM "read_only"')
      const announcements = await sql<AnnouncementRow>(
        db,
        'SELECT * FROM "announcement" WHERE "endDate" > :instant AND "startDate" <= :instant ORDER BY "startDate", "id" LIMIT 10',
        { instant },
      )
      known = siteState(readOnly, row ?? null, announcements)
    } catch (error) {
      log.warn({ error }, 'read-only mode and announcements cannot be read; the last known ones stay')
      // Since the failure, which may take seconds: requests do not wait for one after another.
      agesFrom = now()
    }
    if (changes !== changesBefore) return read()
    readAt = agesFrom
    return known
  }

  return {
    async current() {
      // Absolute, in case the clock was set back.
      if (Math.abs(now() - readAt) < maxAgeMs) return known
      return (reading ??= read().finally(() => (reading = null)))
    },
    expire() {
      readAt = -Infinity
      changes += 1
    },
  }
}
