/** Finding members for admins (M1, S3). */
import { describe, expect, it } from 'vitest'
import type { AdminMember } from '#contract/schemas/adminMembers.ts'
import { sql } from '#db/sql.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { ada, admin, ben, join, ok, server, setUpPeople } from '../support/people.ts'

setUpPeople()

interface Page {
  results: AdminMember[]
  next: string | null
}
const find = (query: Record<string, string | number>): Promise<Page> =>
  ok(admin.client.get(`/api/v0/admin/members?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`))
const uids = ({ results }: Page): string[] => results.map(({ uid }) => uid)

/** All pages of a query. */
async function findAll(query: Record<string, string | number>): Promise<string[]> {
  const found: string[] = []
  let after: string | null = null
  do {
    const page: Page = await find({ ...query, ...(after !== null && { after }) })
    found.push(...uids(page))
    after = page.next
  } while (after !== null)
  return found
}

describe('M1 finding members', () => {
  it('M1 by name and user id, also by their beginning; a member who signed up a moment ago by the exact user id', async () => {
    await server.services.outbox.drain()
    expect(uids(await find({ q: 'ada riv' }))).toContain(ada.uid)
    expect(uids(await find({ q: ben.uid.slice(0, -1) }))).toContain(ben.uid)
    const fresh = await join(server, 'Quite Fresh')
    expect(uids(await find({ q: fresh.uid.toUpperCase() }))[0]).toBe(fresh.uid)
    expect(uids(await find({ q: `@${fresh.uid}` }))).toContain(fresh.uid)
    expect(uids(await find({ q: 'zzzzqqqq' }))).toEqual([])
  })

  it('M1 by e-mail address in any case, and by its beginning up to the @; the answer has the address, other answers do not', async () => {
    const [one] = (await find({ q: ada.email.toUpperCase() })).results
    expect(one).toMatchObject({ uid: ada.uid, email: ada.email, isAdmin: false, suspension: null })
    expect(uids(await find({ q: ada.email.slice(0, ada.email.indexOf('@') + 2) }))).toContain(ada.uid)
    expect(uids(await find({ q: '%@%' }))).toEqual([])
    const profile = await ok(ben.client.get(`/api/v0/members/${ada.uid}`))
    expect(JSON.stringify(profile)).not.toContain(ada.email)
  })

  it('S3 by a single tag: members who post with it, most posts first, in pages', async () => {
    const { id } = await startBead(ada.client, { invitees: undefined, description: 'Of all.', title: 'Is it tagged' })
    await ok(admin.client.post(`/api/v0/beads/${id}/publish`))
    for (const [person, times] of [
      [ada, 2],
      [ben, 1],
    ] as const)
      for (let n = 0; n < times; n++) await addPost(person.client, id, { title: 'Tagged', tags: ['spamtag'] })
    expect(await findAll({ q: '#SpamTag', limit: 1 })).toEqual([ada.uid, ben.uid])
    expect(await findAll({ q: '#no such tag' })).toEqual([])
  })

  it('M1 lists without a query have each member once: newest first, admins, suspended members', async () => {
    const all = await findAll({ limit: 2 })
    expect(new Set(all).size).toBe(all.length)
    expect(all).toEqual(expect.arrayContaining([ada.uid, ben.uid, admin.uid]))
    const dates = (await find({ limit: 100 })).results.map(({ creationDate }) => creationDate)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(await findAll({ list: 'admins' })).toEqual([admin.uid])
    const people = [await join(server), await join(server), await join(server)]
    const ends = ['2999-01-02T00:00:00.000Z', '2999-01-01T00:00:00.000Z', '2001-01-01T00:00:00.000Z']
    for (const [n, { uid }] of people.entries()) await updateMember(server.db, uid, { suspendedUntil: ends[n]!, suspensionReason: 'Spam' })
    expect(await findAll({ list: 'suspended', limit: 1 })).toEqual([people[1]!.uid, people[0]!.uid])
  })

  it('M1 deleted members are not found', async () => {
    const { client, me, password } = await server.signUp('Gone Person')
    await ok(client.post('/api/v0/me/delete', { password }))
    await server.services.outbox.drain()
    expect(await findAll({})).not.toContain(me.uid)
    expect(uids(await find({ q: me.uid }))).not.toContain(me.uid)
    expect(uids(await find({ q: me.email }))).toEqual([])
    expect((await admin.client.get(`/api/v0/admin/members/${me.uid}`)).status).toBe(404)
  })

  it('M1 hostile queries and cursors → 400 or no result', async () => {
    for (const query of ['after=-1&q=ada', 'after=%27&q=%23jazz', 'limit=0', 'list=everyone', `q=${'x'.repeat(201)}`, 'q=%00'])
      expect([query, (await admin.client.get(`/api/v0/admin/members?${query}`)).status]).toEqual([query, 400])
    for (const q of ["'; DROP TABLE member; --", '#', '@', '"', '\\', '(', '*']) expect([q, await findAll({ q })]).toEqual([q, []])
    expect(await findAll({ after: 'unknown.member' })).toEqual([])
  })

  it('M1 lists and addresses are read from an index', async () => {
    if (server.config.database.kind !== 'sqlite') return
    const after = '(SELECT l."creationDate", l."uid" FROM "member" l WHERE l."uid" = \'a\')'
    for (const [condition, index] of [
      ['m."removedDate" IS NULL ORDER BY m."creationDate" DESC, m."uid" DESC', 'member_joined'],
      [`m."removedDate" IS NULL AND (m."creationDate", m."uid") < ${after} ORDER BY m."creationDate" DESC, m."uid" DESC`, 'member_joined'],
      [`m."suspendedUntil" IS NOT NULL AND m."suspendedUntil" > 'x' ORDER BY m."suspendedUntil", m."uid"`, 'member_suspended'],
      ['m."isAdmin" = TRUE ORDER BY m."uid"', 'member_admin'],
      [`m."email" >= 'a' AND m."email" < 'b' ORDER BY m."email"`, 'member_email'],
    ] as const) {
      const plan = await sql<{ detail: string }>(server.db, `EXPLAIN QUERY PLAN SELECT m."uid" FROM "member" m WHERE ${condition} LIMIT 5`)
      const steps = plan.map(({ detail }) => detail).join('; ')
      expect(steps).toContain(index)
      expect(steps).not.toContain('TEMP B-TREE')
    }
  })
})
