/** Returning an open draft with a reason, and submitting it again (B11, BY14). */
import { describe, expect, it } from 'vitest'
import { messages } from '#contract/index.ts'
import type { ReviewItem } from '#contract/schemas/moderation.ts'
import { sql } from '#db/sql.ts'
import { startBead } from '../support/content.ts'
import { admin, ben, cai, join, ok, refused, server, setUpPeople, visitor } from '../support/people.ts'
import { letUndoTimePass } from '../support/review.ts'

setUpPeople()

const queue = async (): Promise<ReviewItem[]> => (await ok(admin.client.get('/api/v0/admin/review?limit=100'))).results
const isWaiting = async (id: string): Promise<boolean> => (await queue()).some((item) => item.id === id)
const decide = (id: string, verdict: string, reason?: string, who = admin) =>
  who.client.post(`/api/v0/admin/review/${id}`, { verdict, reason })
const submitted = async (): Promise<string> =>
  (await startBead(ben.client, { title: 'Which songs?', description: 'Which ones?', invitees: undefined })).id
const submit = (id: string, who = ben) => who.client.post(`/api/v0/beads/${id}/submit`)
const own = (id: string) => ok(ben.client.get(`/api/v0/beads/${id}`))
const notices = async (): Promise<{ verb: string; topic: string }[]> => {
  await server.services.outbox.drain()
  return sql(server.db, `SELECT "verb", "topic" FROM "notification_activity" WHERE "uid" = :uid AND "verb" = 'return'`, { uid: ben.uid })
}

async function returned(reason = 'Please name the mood.'): Promise<string> {
  const id = await submitted()
  await ok(decide(id, 'return', reason))
  await letUndoTimePass()
  return id
}

describe('BY14 B11 returning a playlist', () => {
  it('BY14 needs a reason; until it takes effect, the author sees none, and it can be undone', async () => {
    const id = await submitted()
    for (const reason of [undefined, '', '   ']) {
      const { status, body } = await decide(id, 'return', reason)
      expect([status, body.fields]).toEqual([400, { reason: messages.returnReasonRequired }])
    }
    await ok(decide(id, 'return', 'Too short'))
    expect(await own(id)).not.toHaveProperty('returned')
    await ok(admin.client.delete(`/api/v0/admin/review/${id}`))
    await letUndoTimePass()
    expect(await own(id)).not.toHaveProperty('returned')
    expect(await isWaiting(id)).toBe(true)
  })

  it('BY14 B11 the author sees the reason, is notified, edits and submits again; the next admin sees the earlier return', async () => {
    const before = (await notices()).length
    const id = await returned()
    expect(await isWaiting(id)).toBe(false)
    expect(await own(id)).toMatchObject({ isDraft: true, returned: { reason: 'Please name the mood.' }, can: { submit: true, edit: true } })
    expect(await notices()).toHaveLength(before + 1)
    expect(JSON.stringify(await ok(ben.client.get('/api/v1/me/notifications'))), 'no admin is named').not.toContain(`"${admin.uid}"`)
    expect((await visitor.get(`/api/v0/beads/${id}`)).status).toBe(403)
    await ok(ben.client.post(`/api/v0/beads/${id}`, { title: 'Which calm songs?' }))
    expect(await isWaiting(id)).toBe(false)
    const { data } = await ok(submit(id))
    expect([data.returned, data.can.submit]).toEqual([undefined, undefined])
    const items = await queue()
    const item = items.at(-1)!
    expect(item).toMatchObject({ id, bead: { title: 'Which calm songs?' } })
    expect(item.since > item.bead!.creationDate).toBe(true)
    expect(item.earlier).toMatchObject([
      { action: 'bead.return', admin: { uid: admin.uid }, detail: { reason: 'Please name the mood.' } },
      { action: 'review.decide', detail: { verdict: 'return', reason: 'Please name the mood.' } },
    ])
    await ok(decide(id, 'return', 'Still none.'))
    await letUndoTimePass()
    expect(await notices()).toHaveLength(before + 2)
    await ok(submit(id))
    await ok(decide(id, 'publish'))
    await letUndoTimePass()
    expect(await ok(visitor.get(`/api/v0/beads/${id}`))).not.toHaveProperty('returned')
    expect(await ok(submit(id))).toMatchObject({ data: { isDraft: false } })
    expect(await isWaiting(id)).toBe(false)
  })

  it('BY14 only the author and admins submit a returned playlist; personal ones cannot be submitted', async () => {
    const id = await returned()
    expect((await visitor.post(`/api/v0/beads/${id}/submit`)).status).toBe(401)
    expect((await submit(id, cai)).status).toBe(403)
    expect(await isWaiting(id)).toBe(false)
    expect((await submit((await startBead(ben.client, { isDraft: true })).id)).status).toBe(403)
    expect((await submit('b00000000000000000')).status).toBe(404)
    expect(await refused(decide(id, 'publish'))).toEqual([404, messages.notInReview])
    await ok(submit(id, admin))
    expect(await isWaiting(id)).toBe(true)
  })

  it('BY14 of two admins who return and publish concurrently, one decides; concurrent submissions count once', async () => {
    const id = await submitted()
    const other = await join(server, 'Otto Admin', { isAdmin: true })
    const statuses = (await Promise.all([decide(id, 'return', 'No'), decide(id, 'publish', undefined, other)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    await letUndoTimePass()
    const second = await returned()
    await Promise.all([submit(second), submit(second), submit(second)].map(ok))
    expect((await queue()).filter((item) => item.id === second)).toHaveLength(1)
    await ok(admin.client.post(`/api/v0/beads/${second}/publish`))
    expect(await own(second)).toMatchObject({ isDraft: false })
  })
})
