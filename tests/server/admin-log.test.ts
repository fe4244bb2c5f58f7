import { describe, expect, it } from 'vitest'
import { formatId } from '#contract/ids.ts'
import type { AdminAction } from '#contract/schemas/moderation.ts'
import { logAdminAction, operator, type AdminAction as Logged } from '../../server/features/moderation/log.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { ada, admin, ok, server, setUpPeople } from '../support/people.ts'

setUpPeople()

const read = (query = ''): Promise<{ results: AdminAction[]; next: string | null }> => ok(admin.client.get(`/api/v0/admin/actions${query}`))
const log = (action: Partial<Logged>): Promise<void> =>
  transaction(server.db, (manager) =>
    logAdminAction(manager, { by: admin.uid, action: 'post.edit', target: { kind: 'post', id: 'p1' }, ...action }),
  )
/** Adds an entry at noon of a day. */
const logOn = (day: string, id: string): Promise<unknown> =>
  transaction(server.db, (manager) =>
    sql(
      manager,
      `INSERT INTO "admin_action" ("id", "uid", "action", "targetKind", "targetId", "detail", "creationDate")
       VALUES (:row, :uid, 'bead.day', 'bead', :id, '{}', :date)`,
      { row: formatId('row', Date.parse(`${day}T12:00:00Z`), id.padStart(8, '0')), uid: admin.uid, id, date: `${day}T12:00:00.000Z` },
    ),
  )

describe('BY14 the admin log', () => {
  it('BY14 pages contain each entry once, latest first, also while entries are added', async () => {
    for (let n = 0; n < 7; n++) await log({ target: { kind: 'post', id: 'paged' }, detail: { n } })
    const first = await read('?target=paged&limit=3')
    await log({ target: { kind: 'post', id: 'paged' }, detail: { n: 7 } })
    const second = await read(`?target=paged&limit=3&before=${first.next}`)
    const third = await read(`?target=paged&limit=3&before=${second.next}`)
    expect([first, second, third].flatMap(({ results }) => results.map(({ detail }) => detail.n))).toEqual([6, 5, 4, 3, 2, 1, 0])
    expect(third.next).toBeNull()
    expect((await admin.client.get('/api/v0/admin/actions?before=x')).status).toBe(400)
  })

  it('BY14 entries are filtered by admin, target, action and days, also together', async () => {
    await log({ by: ada.uid, action: 'post.delete', target: { kind: 'post', id: 'gone' } })
    await log({ by: ada.uid, action: 'comment.delete', target: { kind: 'comment', id: 'gone' } })
    await log({ by: admin.uid, action: 'post.delete', target: { kind: 'post', id: 'other' } })
    const ids = async (query: string) => (await read(query)).results.map(({ action, target }) => `${action} ${target.id}`)
    expect(await ids(`?by=${ada.uid}`)).toEqual(['comment.delete gone', 'post.delete gone'])
    expect(await ids('?action=post.delete')).toEqual(['post.delete other', 'post.delete gone'])
    expect(await ids(`?by=${ada.uid}&action=post.delete&target=gone`)).toEqual(['post.delete gone'])
    for (const day of ['2020-05-01', '2020-05-02', '2020-05-03']) await logOn(day, day.slice(-2))
    expect(await ids('?since=2020-05-01&until=2020-05-02')).toEqual(['bead.day 02', 'bead.day 01'])
    expect(await ids('?until=2020-05-01')).toEqual(['bead.day 01'])
    expect(await ids('?since=2020-05-02&until=2020-05-01')).toEqual([])
    for (const query of ['?action=burn', '?since=yesterday', '?until=2020-13-01'])
      expect((await admin.client.get(`/api/v0/admin/actions${query}`)).status).toBe(400)
  })

  it('BY14 the export has the filtered entries as CSV, and no cell is a formula', async () => {
    const target = { kind: 'post', id: 'exported' } as const
    for (let n = 0; n < 501; n++) await log({ target, detail: { n } })
    await log({ by: operator, target: { kind: 'post', id: '=1+1' }, detail: { title: 'Cats, "dogs"' } })
    const { status, body, headers } = await admin.client.get('/api/v0/admin/actions/export?target=exported')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const [header, ...rows] = String(body).replace('\ufeff', '').trim().split('\r\n')
    expect(header).toBe('date,admin,name,action,target,id,details')
    expect(rows).toHaveLength(501)
    expect(rows[0]).toMatch(new RegExp(`^20\\d\\d-.*Z,${admin.uid},Ida Admin,post.edit,post,exported,"{""n"":500}"$`))
    expect(rows[500]).toContain('{""n"":0}')
    const hostile = await admin.client.get('/api/v0/admin/actions/export?target=%3D1%2B1')
    expect(hostile.body).toContain(`,,,post.edit,post,'=1+1,"{""title"":""Cats, \\""dogs\\""""}"`)
  })

  it('BY14 a page of any filter is read from one index', async () => {
    if (server.config.database.kind !== 'sqlite') return
    for (const [condition, index] of [
      [`"uid" = 'x'`, 'admin_action_uid'],
      [`"targetId" = 'x'`, 'admin_action_target'],
      [`"action" = 'x'`, 'admin_action_action'],
      [`"uid" = 'x' AND "action" = 'y'`, 'admin_action_both'],
    ]) {
      const plan = await sql<{ detail: string }>(
        server.db,
        `EXPLAIN QUERY PLAN SELECT * FROM "admin_action" WHERE ${condition} AND "id" < 'y' ORDER BY "id" DESC LIMIT 51`,
      )
      expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining(`USING INDEX ${index}`)])
    }
  })
})
