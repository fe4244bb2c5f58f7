/** Reads the admin log, latest first (M1, BY14). */
import { Readable } from 'node:stream'
import type { DataSource } from 'typeorm'
import type { CallOutput, MemberRef } from '#contract/index.ts'
import { formatId } from '#contract/ids.ts'
import type { AdminAction } from '#contract/schemas/moderation.ts'
import { parsed, sql } from '#db/sql.ts'
import { csvRow } from '#http/csv.ts'
import type { Accounts } from '../accounts/service.ts'
import type { AdminActionRow } from './entities.ts'
import { operator } from './log.ts'

type Query = CallOutput<'GET /api/v0/admin/actions'>['query']
type Filter = Omit<Query, 'limit' | 'before'>

export interface AdminLog {
  /** `next`: the value of `before` for the next page. */
  list(query: Query): Promise<{ results: AdminAction[]; next: string | null }>
  exportCsv(filter: Filter): Readable
  /** The latest actions on each of these entities, latest first. */
  latestOf(ids: readonly string[]): Promise<AdminAction[]>
}

type RawAction = Omit<AdminActionRow, 'detail' | 'subjectUid'> & { detail: string }

const toAction = (
  { id, uid, action, targetKind, targetId, detail, creationDate }: RawAction,
  admins: Map<string, MemberRef>,
): AdminAction => ({
  _id: id,
  id,
  uid: uid === operator ? null : uid,
  admin: admins.get(uid) ?? null,
  action,
  target: { kind: targetKind, id: targetId },
  detail: parsed(detail),
  creationDate,
})

/** The lowest id of a day or, with `days`, of the day that many days later. Ids sort by time, so an interval of ids is one of time. */
const firstIdOf = (day: string, days = 0): string => formatId('row', Date.parse(`${day}T00:00:00Z`) + days * 86_400_000, '0'.repeat(8))

/** Days and `before` are an interval of the index of any other filter, as each ends with `id`. */
function conditionsOf({ by, target, action, since, until, before }: Filter & Pick<Query, 'before'>) {
  const conditions = {
    by: by !== undefined && '"uid" = :by',
    target: target !== undefined && '"targetId" = :target',
    action: action !== undefined && '"action" = :action',
    since: since !== undefined && '"id" >= :first',
    until: until !== undefined && '"id" < :end',
    before: before !== undefined && '"id" < :before',
  }
  const used = Object.values(conditions).filter(Boolean)
  return {
    where: used.length === 0 ? '' : `WHERE ${used.join(' AND ')}`,
    parameters: {
      by,
      target,
      action,
      before,
      ...(since !== undefined && { first: firstIdOf(since) }),
      ...(until !== undefined && { end: firstIdOf(until, 1) }),
    },
  }
}

/** Rows per read of an export. */
const batch = 500

/** Actions of each entity. */
const maxLatest = 20

const columns = ['date', 'admin', 'name', 'action', 'target', 'id', 'details']

const toRow = ({ creationDate, uid, admin, action, target, detail }: AdminAction): string =>
  csvRow([creationDate, uid ?? '', admin?.name ?? '', action, target.kind, target.id, JSON.stringify(detail)])

export function createAdminLog({ db, accounts }: { db: DataSource; accounts: Pick<Accounts, 'refs'> }): AdminLog {
  async function list({ limit, ...filter }: Query): ReturnType<AdminLog['list']> {
    const { where, parameters } = conditionsOf(filter)
    const rows = await sql<RawAction>(db, `SELECT * FROM "admin_action" ${where} ORDER BY "id" DESC LIMIT :limit`, {
      ...parameters,
      limit: limit + 1,
    })
    const shown = rows.slice(0, limit)
    const admins = await accounts.refs(shown.map(({ uid }) => uid))
    return { results: shown.map((row) => toAction(row, admins)), next: rows.length > limit ? shown.at(-1)!.id : null }
  }

  async function* tableOf(filter: Filter): AsyncGenerator<string> {
    // The byte order mark makes spreadsheet programs read the file as UTF-8.
    yield `\ufeff${csvRow(columns)}`
    let before: string | null | undefined
    do {
      const { results, next } = await list({ ...filter, limit: batch, ...(before && { before }) })
      yield results.map(toRow).join('')
      before = next
    } while (before !== null)
  }

  async function latestOf(ids: readonly string[]): Promise<AdminAction[]> {
    if (ids.length === 0) return []
    const names = ids.map((_id, n) => `id${n}`)
    // The subquery finds the oldest action returned, so that only those few index entries are read.
    const rows = await sql<RawAction>(
      db,
      `WITH k("id") AS (VALUES ${names.map((name) => `(:${name})`).join(', ')})
       SELECT a.* FROM k JOIN "admin_action" a ON a."targetId" = k."id" AND a."id" >= COALESCE(
         (SELECT x."id" FROM "admin_action" x WHERE x."targetId" = k."id" ORDER BY x."id" DESC LIMIT 1 OFFSET ${maxLatest - 1}), '')
       ORDER BY a."id" DESC`,
      Object.fromEntries(ids.map((id, n) => [names[n]!, id])),
    )
    const admins = await accounts.refs(rows.map(({ uid }) => uid))
    return rows.map((row) => toAction(row, admins))
  }

  return { list, latestOf, exportCsv: (filter) => Readable.from(tableOf(filter)) }
}
