/** The admin page: review queue, drafts, admin log and Bead of the Day. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { Bead, CallOutput, MemberRef, Page } from '#contract/index.ts'
import type { AdminAction } from '#contract/schemas/moderation.ts'
import { parsed, sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { Accounts } from '../accounts/service.ts'
import { pageOf, type Paging } from '../social/service.ts'
import type { AdminActionRow } from './entities.ts'
import { createFlags, type FlagDeps, type Flags } from './flags.ts'
import { logAdminAction } from './log.ts'
import { createSanctions, type Sanctions } from './sanctions.ts'

export interface Moderation {
  flags: Flags
  sanctions: Sanctions
  /** Unpublished open playlists, latest first (decision 14). */
  drafts(paging: Paging, viewer: Viewer): Promise<Page<Bead>>
  /** The admin log, latest first. */
  actions(query: CallOutput<'GET /api/v0/admin/actions'>['query']): Promise<Page<AdminAction>>
  /** Sets the Bead of the Day (decision 23). Throws `not_found`, `invalid`. */
  setDay(pick: CallOutput<'POST /api/v0/admin/day'>['body'], viewer: Viewer): Promise<Bead>
}

export interface ModerationDeps extends Omit<FlagDeps, 'now'> {
  accounts: Accounts
  now?: () => number
}

async function readDrafts(db: DataSource, { from, limit }: Paging): Promise<{ ids: string[]; total: number }> {
  const where = 'FROM "bead" WHERE "isDraft" = TRUE AND "groupId" IS NULL'
  const rows = await sql<{ id: string }>(db, `SELECT "id" ${where} ORDER BY "id" DESC LIMIT :limit OFFSET :from`, {
    limit: limit + 1,
    from,
  })
  const [count] = await sql<{ total: number | string }>(db, `SELECT COUNT(*) AS "total" ${where}`)
  return { ids: rows.map(({ id }) => id), total: Number(count!.total) }
}

type RawAction = Omit<AdminActionRow, 'detail'> & { detail: string }

const toAction = (
  { id, uid, action, targetKind, targetId, detail, creationDate }: RawAction,
  admins: Map<string, MemberRef>,
): AdminAction => ({
  _id: id,
  id,
  uid,
  admin: admins.get(uid) ?? null,
  action,
  target: { kind: targetKind, id: targetId },
  detail: parsed(detail),
  creationDate,
})

export function createModeration({ db, beads, posts, comments, accounts, now = Date.now }: ModerationDeps): Moderation {
  async function setDay({ bead: beadId, day }: CallOutput<'POST /api/v0/admin/day'>['body'], viewer: Viewer): Promise<Bead> {
    const bead = await beads.get(beadId, viewer)
    await transaction(db, async (manager) => {
      await beads.setDay(manager, { beadId, day })
      const detail = { title: bead.title, ...(day !== undefined && { day }) }
      await logAdminAction(manager, { by: viewer.uid, action: 'bead.day', target: { kind: 'bead', id: beadId }, detail })
    })
    return bead
  }

  return {
    flags: createFlags({ db, beads, posts, comments, now }),
    sanctions: createSanctions(db),
    setDay,

    async drafts(paging, viewer) {
      const { ids, total } = await readDrafts(db, paging)
      const page = pageOf(ids, paging, total, (id) => id)
      const { results } = await beads.list({ ids: page.results.join(','), sort: 'recent', from: 0, limit: paging.limit }, viewer)
      return { ...page, results }
    },

    async actions({ by, target, from, limit }) {
      const conditions = [by === undefined ? null : '"uid" = :by', target === undefined ? null : '"targetId" = :target'].filter(Boolean)
      const where = `FROM "admin_action" ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`
      const parameters = { by, target }
      const rows = await sql<RawAction>(db, `SELECT * ${where} ORDER BY "id" DESC LIMIT :limit OFFSET :from`, {
        ...parameters,
        limit: limit + 1,
        from,
      })
      const [count] = await sql<{ total: number | string }>(db, `SELECT COUNT(*) AS "total" ${where}`, parameters)
      const admins = await accounts.refs(rows.map(({ uid }) => uid))
      return pageOf(rows, { from, limit }, Number(count!.total), (row) => toAction(row, admins))
    },
  }
}
