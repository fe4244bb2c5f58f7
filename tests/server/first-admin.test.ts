import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAdmins } from '../../server/features/moderation/admins.ts'
import { messages } from '#contract/index.ts'
import { member, updateMember } from '../support/content.ts'
import { join, ok, refused } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const email = 'first@example.org'
let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ env: { STRAND_ADMIN: email } })
})
afterEach(() => server.close())

const isAdmin = async (uid: string) => (await member(server.db, uid)).isAdmin
const verify = (uid: string) => updateMember(server.db, uid, { emailVerifiedDate: new Date().toISOString() })
/** Changes the profile, which emits `memberChanged`. */
const changeProfile = (who: { client: { post(path: string, body: object): Promise<unknown> } }, city: string) =>
  who.client.post('/api/v0/me/preferences', { city })

describe('M1 the first admin of a server', () => {
  it('M1 the member who has verified the address of STRAND_ADMIN is an admin after the start', async () => {
    const first = await join(server, 'First Admin', { email })
    await server.services.firstAdmin.appoint()
    expect(await isAdmin(first.uid)).toBe(false)
    await verify(first.uid)
    await server.services.firstAdmin.appoint()
    expect(await isAdmin(first.uid)).toBe(true)
    expect(await ok(first.client.get(`/api/v0/admin/actions?target=${first.uid}`))).toMatchObject({
      next: null,
      results: [{ action: 'member.privileges', uid: null, admin: null, detail: { isAdmin: true } }],
    })
  })

  it('M1 a member who verifies the address while the server runs becomes an admin; others do not', async () => {
    const [first, other] = [await join(server, 'First Admin', { email }), await join(server, 'Other Member')]
    await verify(other.uid)
    await changeProfile(other, 'Oslo')
    await changeProfile(first, 'Oslo')
    await server.services.outbox.drain()
    expect([await isAdmin(first.uid), await isAdmin(other.uid)]).toEqual([false, false])
    await verify(first.uid)
    await changeProfile(first, 'Bergen')
    await server.services.outbox.drain()
    expect([await isAdmin(first.uid), await isAdmin(other.uid)]).toEqual([true, false])
  })

  it('M1 a server with an admin does not appoint another one', async () => {
    const [first, admin] = [await join(server, 'First Admin', { email }), await join(server, 'Ida Admin', { isAdmin: true })]
    await verify(first.uid)
    await server.services.firstAdmin.appoint()
    await changeProfile(first, 'Oslo')
    await server.services.outbox.drain()
    expect([await isAdmin(first.uid), await isAdmin(admin.uid)]).toEqual([false, true])
  })

  it('M1 the operator grants and revokes the role by address or user id, and each change is logged once', async () => {
    const admins = createAdmins(server.db)
    const [eve, dee] = [await join(server, 'Eve Other', { email: 'eve@example.org' }), await join(server, 'Dee Hollow')]
    expect(await admins.list()).toEqual([])
    expect(await admins.grant('eve@example.org')).toEqual({ uid: eve.uid, name: 'Eve Other', email: 'eve@example.org' })
    await admins.grant('eve@example.org')
    // The running server knows at once.
    expect((await ok(eve.client.get('/api/v0/admin/actions'))).results).toHaveLength(1)
    await expect(admins.revoke(eve.uid)).rejects.toMatchObject({ code: 'conflict', message: messages.lastAdmin })
    await admins.grant(dee.uid.toUpperCase())
    expect((await admins.list()).map(({ uid }) => uid)).toEqual([dee.uid, eve.uid])
    await admins.revoke(eve.uid)
    expect((await refused(eve.client.get('/api/v0/admin/actions')))[0]).toBe(403)
    expect((await ok(dee.client.get('/api/v0/admin/actions'))).results).toMatchObject([
      { uid: null, target: { id: eve.uid }, detail: { isAdmin: false } },
      { uid: null, target: { id: dee.uid }, detail: { isAdmin: true } },
      { uid: null, target: { id: eve.uid }, detail: { isAdmin: true } },
    ])
    for (const who of ['none@example.org', 'no.such.member']) await expect(admins.grant(who)).rejects.toMatchObject({ code: 'not_found' })
  })
})
