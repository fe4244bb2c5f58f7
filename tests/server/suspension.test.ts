/** Suspended members (M1): they can read, and every change is refused. */
import { describe, expect, it } from 'vitest'
import { endpoints, messages, suspendedMessage, type Endpoint, type EndpointKey } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { createAdmins } from '../../server/features/moderation/admins.ts'
import { changeRights } from '../../server/features/moderation/sanctions.ts'
import { addPost, member, startBead, updateMember } from '../support/content.ts'
import { connectDevice, codeOf, closeSockets } from '../support/connect-device.ts'
import { connectCloseCodes } from '#contract/rules.ts'
import { ada, admin, ben, join, ok, server, setUpPeople, visitor, type Person } from '../support/people.ts'

setUpPeople()

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
const suspend = (uid: string, body: Record<string, unknown> = {}, by: Person = admin) =>
  by.client.post(`/api/v0/admin/members/${uid}/suspension`, { until: inHours(24), reason: 'Spam in comments', ...body })
const lift = (uid: string, by: Person = admin, reason?: string) =>
  by.client.request('DELETE', `/api/v0/admin/members/${uid}/suspension`, reason === undefined ? undefined : { reason })
const actionsOn = async (uid: string): Promise<string[]> =>
  (await ok(admin.client.get(`/api/v0/admin/actions?target=${uid}`))).results.map(({ action }: { action: string }) => action)

/** The path of an endpoint, with an example for each parameter. */
const pathOf = (key: EndpointKey): string => key.split(' ')[1]!.replace(/:\w+/g, 'b0mgwu0k4b2y9z0c5d')

describe('M1 a suspended member', () => {
  it('M1 can log in and read; sees why and until when; every change → 403 with the reason', async () => {
    const bob = await join(server, 'Bob Bother')
    const bead = (await startBead(bob.client)).id
    const until = inHours(24)
    const { suspension } = await ok(suspend(bob.uid, { until }))
    expect(suspension).toEqual({ until, reason: 'Spam in comments' })
    const client = server.client()
    const me = await ok(client.post('/api/v1/auth/milq', { username: bob.uid, password: 'correct horse' }))
    expect(me.suspension).toEqual({ until, reason: 'Spam in comments' })
    expect((await ok(client.get(`/api/v0/beads/${bead}`))).can).toMatchObject({ edit: false, delete: false, post: false })
    await ok(client.get('/api/v1/me/notifications'))
    const refused = await client.post(`/api/v0/posts/${bead}`, { title: 'Buy this' })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'suspended',
      suspendedMessage({ until, reason: 'Spam in comments' }),
    ])
    expect(refused.body.message).toContain('Reason: Spam in comments')
  })

  it('M1 every changing endpoint of the contract, except those for the account and for listening, refuses suspended members', async () => {
    const bob = await join(server)
    await ok(suspend(bob.uid))
    const changing = (Object.entries(endpoints) as [EndpointKey, Endpoint][]).filter(
      ([key, { auth, changes, whileSuspended }]) =>
        (auth === 'member' || auth === 'optional') && (!key.startsWith('GET ') || changes === true) && whileSuspended !== true,
    )
    expect(changing.length).toBeGreaterThan(50)
    for (const [key, { whileSuspended }] of changing) {
      const [verb] = key.split(' ')
      const body = whileSuspended === undefined ? {} : { name: 'Another Name' }
      const reply = await bob.client.request(verb!, pathOf(key), verb === 'GET' ? undefined : body)
      expect([key, reply.status, reply.body.code]).toEqual([key, 403, 'suspended'])
    }
    expect((await member(server.db, bob.uid)).name).not.toBe('Another Name')
  })

  it('M1 may protect the account, export the data, see notifications and leave', async () => {
    const { client, me, password } = await server.signUp('Bea Bother')
    await ok(suspend(me.uid))
    await ok(client.post('/api/v0/me/preferences', { emailPrefs: { onFollow: false } }))
    const both = await client.post('/api/v0/me/preferences', { emailPrefs: { onFollow: true }, description: 'Buy this' })
    expect([both.status, both.body.code]).toEqual([403, 'suspended'])
    expect((await member(server.db, me.uid)).emailPrefs).toEqual({ onFollow: false })
    await ok(client.post('/api/v0/me/notifications/lastchecked', { timestamp: Date.now() }))
    await ok(client.post('/api/v0/me/sessions/revokeothers'))
    await ok(client.post('/api/v0/me/password', { password, newPassword: 'another horse' }))
    expect((await client.get('/api/v0/me/export')).status).toBe(200)
    await ok(client.post('/api/v0/me/delete', { password: 'another horse' }))
  })

  it('M1 a token of a television and one of a cast receiver are refused too', async () => {
    const bob = await join(server)
    const bead = (await startBead(bob.client)).id
    const tv = (await visitor.post('/api/v1/auth/tvos/token')).body
    await ok(bob.client.post('/api/v1/auth/tvos/settokenuid', { token: tv.token }))
    const { token } = await ok(visitor.post('/api/v1/auth/tvos/poll', { secret: tv.secret }))
    await ok(suspend(bob.uid))
    const bearer = { headers: { Authorization: `Bearer ${token}` } }
    await ok(server.client().get(`/api/v0/beads/${bead}`, bearer))
    const refused = await server.client().post(`/api/v0/posts/${bead}`, { title: 'Buy this' }, bearer)
    expect([refused.status, refused.body.code]).toEqual([403, 'suspended'])
    const cast = await ok(bob.client.get('/api/v1/me/token'))
    const receiver = { headers: { Authorization: `Bearer ${cast.token}` } }
    expect((await server.client().post(`/api/v0/posts/${bead}`, { title: 'Buy this' }, receiver)).status).toBe(401)
  })

  it('M1 the end passes by itself; until further notice is lifted by an admin; both are logged with reasons, once', async () => {
    const bob = await join(server)
    const body = { until: null, reason: 'Spam' }
    await ok(suspend(bob.uid, body))
    await ok(suspend(bob.uid, body))
    expect((await ok(bob.client.get('/api/v0/me'))).suspension).toEqual(body)
    await ok(lift(bob.uid, admin, 'A mistake'))
    await ok(lift(bob.uid))
    expect(await ok(bob.client.get('/api/v0/me'))).not.toHaveProperty('suspension')
    expect(await actionsOn(bob.uid)).toEqual(['member.unsuspend', 'member.suspend'])
    await ok(suspend(bob.uid, { until: new Date(Date.now() + 400).toISOString() }))
    await new Promise((resolve) => setTimeout(resolve, 500))
    await startBead(bob.client)
  })

  it('M1 suspensions without a reason, with a past, distant or invalid end, of unknown members → refused', async () => {
    const of = async (body: Record<string, unknown>) => (await suspend(ben.uid, body)).status
    expect(await of({ reason: '   ' })).toBe(400)
    expect(await of({ reason: 'x'.repeat(501) })).toBe(400)
    expect(await of({ until: inHours(-1) })).toBe(400)
    expect(await of({ until: inHours(24 * 365 * 11) })).toBe(400)
    expect(await of({ until: 'tomorrow' })).toBe(400)
    expect((await suspend('unknown.member')).status).toBe(404)
    expect((await member(server.db, ben.uid)).suspendedUntil).toBeNull()
  })
})

describe('M1 suspended admins', () => {
  it('M1 have no admin rights, and do not count as the last admin', async () => {
    const second = await join(server, 'Second Admin', { isAdmin: true })
    await ok(suspend(second.uid, { until: null }))
    expect((await second.client.get('/api/v0/admin/members')).status).toBe(403)
    expect((await lift(second.uid, second)).status).toBe(403)
    expect((await second.client.post(`/api/v0/admin/members/${ada.uid}/privileges`, { verified: true })).status).toBe(403)
    expect((await ok(second.client.get('/api/v0/me'))).isAdmin).toBe(false)
    const last = await admin.client.post(`/api/v0/admin/members/${admin.uid}/privileges`, { isAdmin: false })
    expect([last.status, last.body.message]).toEqual([409, messages.lastAdmin])
    await ok(lift(second.uid))
    await ok(second.client.get('/api/v0/admin/members'))
    await updateMember(server.db, second.uid, { isAdmin: false })
  })

  it('M1 an admin cannot suspend themself; of two admins who suspend each other at once one remains', async () => {
    const own = await suspend(admin.uid)
    expect([own.status, own.body.message]).toEqual([409, messages.cannotSuspendSelf])
    const second = await join(server, 'Second Admin', { isAdmin: true })
    const statuses = (await Promise.all([suspend(second.uid), suspend(admin.uid, {}, second)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 403])
    await updateMember(server.db, admin.uid, { suspendedUntil: null, suspensionReason: null })
    await updateMember(server.db, second.uid, { isAdmin: false })
  })

  it('M1 the operator of the server lifts the suspension of a member whom they make an admin', async () => {
    const bob = await join(server)
    await ok(suspend(bob.uid, { until: null }))
    await createAdmins(server.db).grant(bob.uid)
    expect(await ok(bob.client.get('/api/v0/me'))).toMatchObject({ isAdmin: true })
    expect(await actionsOn(bob.uid)).toEqual(['member.unsuspend', 'member.privileges', 'member.suspend'])
    await updateMember(server.db, bob.uid, { isAdmin: false })
  })

  it('M1 an admin who was suspended during the request changes nothing', async () => {
    const second = await join(server, 'Second Admin', { isAdmin: true })
    await ok(suspend(second.uid))
    await expect(transaction(server.db, (manager) => changeRights(manager, ben.uid, { isAdmin: true }, second.uid))).rejects.toMatchObject({
      code: 'forbidden',
    })
    await updateMember(server.db, second.uid, { isAdmin: false })
  })
})

describe('M1 ending the sessions of a member', () => {
  it('M1 signs out browsers, televisions, cast receivers and connected devices at once; not other members', async () => {
    const bob = await join(server)
    const { token } = await ok(bob.client.get('/api/v1/me/token'))
    const device = await connectDevice(server.url, bob.client)
    const closed = codeOf(device.socket)
    expect((await ok(admin.client.get(`/api/v0/admin/members/${bob.uid}`))).sessionCount).toBe(1)
    expect(await ok(admin.client.post(`/api/v0/admin/members/${bob.uid}/sessions/end`, { reason: 'Stolen' }))).toEqual({ ended: 1 })
    expect(await closed).toBe(connectCloseCodes.ended)
    expect((await bob.client.get('/api/v0/me')).body.invalidSession).toBe(true)
    const feed = await server.client().get('/api/v0/me', { headers: { Authorization: `Bearer ${token}` } })
    expect(feed.status).toBe(401)
    await ok(ben.client.get('/api/v0/me'))
    expect(await ok(admin.client.post(`/api/v0/admin/members/${bob.uid}/sessions/end`, {}))).toEqual({ ended: 0 })
    expect(await actionsOn(bob.uid)).toEqual(['member.sessions'])
    await closeSockets()
  })

  it('M1 a television that the member has claimed gets no session afterwards', async () => {
    const bob = await join(server)
    const tv = (await visitor.post('/api/v1/auth/tvos/token')).body
    await ok(bob.client.post('/api/v1/auth/tvos/settokenuid', { token: tv.token }))
    await ok(admin.client.post(`/api/v0/admin/members/${bob.uid}/sessions/end`, {}))
    expect((await visitor.post('/api/v1/auth/tvos/poll', { secret: tv.secret })).status).toBe(403)
  })
})

it('M1 a post of a suspended member stays visible', async () => {
  const bob = await join(server)
  const open = await startBead(ada.client, { invitees: undefined, description: 'Of all.', title: 'Is it open' })
  await ok(admin.client.post(`/api/v0/beads/${open.id}/publish`))
  const { id } = await addPost(bob.client, open.id)
  await ok(suspend(bob.uid))
  await ok(visitor.get(`/api/v0/posts/${id}`))
})
