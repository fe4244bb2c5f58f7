/** Read-only mode and announcements, as admins manage them (M1, decision 31). */
import { MoreThan, type DataSource, type EntityManager } from 'typeorm'
import { messages, type CallOutput } from '#contract/index.ts'
import type { Announcement, AnnouncementBody, ReadOnlyState } from '#contract/endpoints/notices.ts'
import { limits } from '#contract/limits.ts'
import { newId } from '#db/ids.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { logAdminAction } from '../moderation/service.ts'
import { AnnouncementEntity, ReadOnlyEntity, type AnnouncementRow, type ReadOnlyRow } from './entities.ts'
import type { SiteStates } from './state.ts'

export { createSiteStates, type SiteState, type SiteStates } from './state.ts'

interface Admin {
  uid: string
}

export interface Notices {
  readOnly(): Promise<ReadOnlyState>
  switchOn(reason: string, admin: Admin): Promise<ReadOnlyState>
  switchOff(admin: Admin): Promise<ReadOnlyState>
  announcements(query: CallOutput<'GET /api/v0/admin/announcements'>['query']): Promise<{ results: Announcement[]; next: string | null }>
  announce(body: AnnouncementBody, admin: Admin): Promise<Announcement>
  edit(id: string, body: AnnouncementBody, admin: Admin): Promise<Announcement>
  end(id: string, admin: Admin): Promise<Announcement>
}

export interface NoticesDeps {
  db: DataSource
  states: Pick<SiteStates, 'expire'>
  /** STRAND_READ_ONLY. */
  readOnly: boolean
  now?: () => number
}

const toAnnouncement = (row: AnnouncementRow): Announcement => ({ _id: row.id, ...row })

const readOnlyTarget = { kind: 'site', id: 'readOnly' } as const

const contentOf = ({ kind, text, href, startDate, endDate }: AnnouncementRow) => ({
  title: text,
  kind,
  href,
  start: startDate,
  end: endDate,
})

export function createNotices({ db, states, readOnly: byOperator, now = Date.now }: NoticesDeps): Notices {
  const instant = (): string => new Date(now()).toISOString()

  async function change<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await transaction(db, work)
    } finally {
      states.expire()
    }
  }

  async function readOnly(): Promise<ReadOnlyState> {
    const [row] = await sql<ReadOnlyRow>(db, 'SELECT "reason", "sinceDate" FROM "read_only"')
    const by = byOperator ? 'operator' : row ? 'admin' : null
    return { by, reason: row?.reason ?? null, since: row?.sinceDate ?? null }
  }

  function rowOf(id: string, body: AnnouncementBody, startDate = instant()): AnnouncementRow {
    const { kind, text, href } = body
    const start = body.startDate === undefined ? startDate : new Date(body.startDate).toISOString()
    const row = { id, kind, text, href, startDate: start, endDate: new Date(body.endDate).toISOString() }
    if (row.endDate <= instant() || row.endDate <= row.startDate) throw invalidEnd()
    return row
  }

  async function find(manager: EntityManager, id: string): Promise<AnnouncementRow> {
    const row = await manager.findOneBy(AnnouncementEntity, { id })
    if (row === null) throw new StrandError('not_found')
    return row
  }

  return {
    readOnly,

    async switchOn(reason, { uid }) {
      await change(async (manager) => {
        await sql(
          manager,
          `INSERT INTO "read_only" ("name", "reason", "sinceDate") VALUES ('readOnly', :reason, :since)
           ON CONFLICT ("name") DO UPDATE SET "reason" = :reason`,
          { reason, since: instant() },
        )
        await logAdminAction(manager, { by: uid, action: 'readonly.on', target: readOnlyTarget, detail: { reason } })
      })
      return readOnly()
    },

    async switchOff({ uid }) {
      await change(async (manager) => {
        const { affected } = await manager.delete(ReadOnlyEntity, { name: 'readOnly' })
        if (affected === 1) await logAdminAction(manager, { by: uid, action: 'readonly.off', target: readOnlyTarget })
      })
      return readOnly()
    },

    async announcements({ limit, before }) {
      const [endDate, id] = before?.split('~') ?? []
      const rows = await sql<AnnouncementRow>(
        db,
        `SELECT * FROM "announcement" ${before === undefined ? '' : 'WHERE ("endDate", "id") < (:endDate, :id)'}
         ORDER BY "endDate" DESC, "id" DESC LIMIT :limit`,
        { endDate, id, limit: limit + 1 },
      )
      const results = rows.slice(0, limit).map(toAnnouncement)
      const last = results.at(-1)
      return { results, next: rows.length > limit && last ? `${last.endDate}~${last.id}` : null }
    },

    announce: (body, { uid }) =>
      change(async (manager) => {
        const row = rowOf(newId('row'), body)
        const max = limits.notices.announcements
        const current = await sql(manager, `SELECT 1 FROM "announcement" WHERE "endDate" > :now LIMIT ${max}`, { now: instant() })
        if (current.length >= max) throw new StrandError('conflict', messages.noticesTooMany)
        await manager.insert(AnnouncementEntity, row)
        await logAdminAction(manager, {
          by: uid,
          action: 'announcement.create',
          target: { kind: 'notice', id: row.id },
          detail: contentOf(row),
        })
        return toAnnouncement(row)
      }),

    edit: (id, body, { uid }) =>
      change(async (manager) => {
        const before = await find(manager, id)
        const row = rowOf(id, body, before.startDate)
        const { affected } = await manager.update(AnnouncementEntity, { id, endDate: MoreThan(instant()) }, row)
        if (affected !== 1) throw new StrandError('conflict', messages.noticeEnded)
        const { title: text, ...from } = contentOf(before)
        await logAdminAction(manager, {
          by: uid,
          action: 'announcement.edit',
          target: { kind: 'notice', id },
          detail: { ...contentOf(row), from: { text, ...from } },
        })
        return toAnnouncement(row)
      }),

    end: (id, { uid }) =>
      change(async (manager) => {
        const row = await find(manager, id)
        const endDate = instant()
        if (row.endDate <= endDate) return toAnnouncement(row)
        await manager.update(AnnouncementEntity, { id }, { endDate })
        await logAdminAction(manager, {
          by: uid,
          action: 'announcement.end',
          target: { kind: 'notice', id },
          detail: { title: row.text },
        })
        return toAnnouncement({ ...row, endDate })
      }),
  }
}

const invalidEnd = (): StrandError => new StrandError('invalid', messages.noticeEnd, { endDate: messages.noticeEnd })
