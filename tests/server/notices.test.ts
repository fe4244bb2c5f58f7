/** Read-only mode that admins switch, and announcements (M1, RO1). */
import { afterEach, describe, expect, it } from 'vitest'
import type { Announcement } from '#contract/endpoints/notices.ts'
import type { Site } from '#contract/endpoints/site.ts'
import { messages } from '#contract/messages.ts'
import { createServices } from '../../server/services.ts'
import { maxAgeMs } from '../../server/features/notices/state.ts'
import { addPost, startBead } from '../support/content.ts'
import { ada, admin, ben, ok, refused, server, setUpPeople, startReadOnlyServer, visitor } from '../support/people.ts'

setUpPeople()

const readOnlyPath = '/api/v0/admin/readonly'
const path = '/api/v0/admin/announcements'
const reason = 'We move to a new server until 18:00.'
const refusal = `Strand is read-only at the moment: ${reason}`

const after = (ms: number): string => new Date(Date.now() + ms).toISOString()
const site = (client = visitor): Promise<Site> => ok(client.get<Site>('/api/v0/site'))
const logged = async (query: string) =>
  (
    await ok(admin.client.get<{ results: { action: string; target: object; detail: object }[] }>(`/api/v0/admin/actions?${query}`))
  ).results.map(({ action, target, detail }) => ({ action, target, detail }))
const announce = (body: object = {}) =>
  ok(admin.client.post<Announcement>(path, { kind: 'info', text: 'New: playlists for two.', endDate: after(60_000), ...body }))

describe('M1 RO1 read-only mode of an admin', () => {
  afterEach(() => ok(admin.client.delete(readOnlyPath)))

  it('refuses changes of members and visitors with the reason; admins change, everyone reads, logs in and out', async () => {
    const bead = await startBead(ada.client)
    const post = await addPost(ada.client, bead.id)
    expect(await ok(admin.client.post(readOnlyPath, { reason: `  ${reason.replace(' ', '\n')} ` }))).toMatchObject({ by: 'admin', reason })

    const changes: [string, object?][] = [
      [`/api/v0/comments/${post.id}`, { text: 'Too late' }],
      [`/api/v0/posts/${bead.id}`, { title: 'Too late' }],
      ['/api/v0/me/preferences', { about: 'Too late' }],
      [`/api/v0/members/${ben.uid}/follow`],
    ]
    for (const [changed, body] of changes) expect(await refused(ada.client.post(changed, body)), changed).toEqual([503, refusal])
    expect(await refused(ada.client.get(`/api/v0/feedback/flag/${post.id}?reason=Spam`))).toEqual([503, refusal])
    const newcomer = { name: 'Too Late', email: 'late@example.org', password: 'correct horse' }
    expect(await refused(visitor.post('/api/v0/auth/signup', newcomer))).toEqual([503, refusal])
    expect(await refused(visitor.post('/api/v0/auth/sendpasswordreset', { email: ada.email }))).toEqual([503, refusal])

    await ok(admin.client.post(`/api/v0/comments/${post.id}`, { text: 'By an admin' }))
    expect(await ok(ada.client.get(`/api/v0/posts/${post.id}`))).toMatchObject({ can: { edit: false, delete: false } })
    expect(await ok(admin.client.get(`/api/v0/posts/${post.id}`))).toMatchObject({ can: { edit: true, delete: true } })
    const other = server.client()
    await ok(other.post('/api/v1/auth/milq', { username: ada.uid, password: 'correct horse' }))
    await ok(other.get('/api/v0/me'))
    await ok(other.post('/logout'))
    expect(await ok(visitor.get('/api/v0/auth/options'))).toMatchObject({ readOnly: true })

    expect(await ok(admin.client.delete(readOnlyPath))).toEqual({ by: null, reason: null, since: null })
    await ok(ada.client.post(`/api/v0/comments/${post.id}`, { text: 'Not too late' }))
    expect(await logged('target=readOnly&limit=2')).toEqual([
      { action: 'readonly.off', target: { kind: 'site', id: 'readOnly' }, detail: {} },
      { action: 'readonly.on', target: { kind: 'site', id: 'readOnly' }, detail: { reason } },
    ])
  })

  it('every page contains the reason, and every answer the version that changes with it', async () => {
    const before = await site()
    expect(before).toMatchObject({ readOnly: false, exemptsAdmins: false, notices: [] })
    await ok(admin.client.post(readOnlyPath, { reason }))
    const during = await site()
    expect(during).toMatchObject({
      readOnly: true,
      exemptsAdmins: true,
      notices: [{ id: 'readOnly', kind: 'readOnly', text: reason, href: null }],
    })
    for (const client of [visitor, ada.client, admin.client]) {
      const { body } = await client.get<string>('/discover', { headers: { Accept: 'text/html', 'X-Strand-Request': null } })
      expect(body).toContain(reason)
    }
    const answers = [visitor.get('/api/v0/beads'), visitor.get('/api/v0/me'), ada.client.post(`/api/v0/members/${ben.uid}/follow`)]
    for (const answer of answers) expect((await answer).headers.get('x-strand-site')).toBe(during.version)
    await ok(admin.client.post(readOnlyPath, { reason: 'It takes longer.' }))
    expect((await site()).version).not.toBe(during.version)
    await ok(admin.client.delete(readOnlyPath))
    expect((await site()).version).toBe(before.version)
  })

  it('another server of the database applies it within two seconds, and its background work continues', async () => {
    const other = createServices(server.db, server.config)
    expect((await other.states.current()).refusalFor(null)).toBeNull()
    await ok(admin.client.post(readOnlyPath, { reason }))
    await new Promise((resolve) => setTimeout(resolve, maxAgeMs))
    expect((await other.states.current()).refusalFor(null)).toBe(refusal)
    expect((await other.states.current()).refusalFor({ isAdmin: true })).toBeNull()
    await other.outbox.drain()
    await other.scheduler.runDue()
    await other.search.stop()
    other.mail.close()
  })

  it('members and visitors cannot switch it; a reason is required', async () => {
    for (const [client, status] of [
      [visitor, 401],
      [ada.client, 403],
    ] as const) {
      expect((await client.post(readOnlyPath, { reason })).status).toBe(status)
      expect((await client.delete(readOnlyPath)).status).toBe(status)
      expect((await client.get(readOnlyPath)).status).toBe(status)
    }
    for (const bad of [{}, { reason: '' }, { reason: ' \n ' }, { reason: 'x'.repeat(301) }, { reason: 5 }])
      expect((await admin.client.post(readOnlyPath, bad)).status, JSON.stringify(bad)).toBe(400)
    expect((await site()).readOnly).toBe(false)
  })

  it('RO1 the read-only mode of the operator applies to admins too', async () => {
    const { client, close } = await startReadOnlyServer()
    try {
      expect(await ok(client.get(readOnlyPath))).toEqual({ by: 'operator', reason: null, since: null })
      expect(await refused(client.post(readOnlyPath, { reason }))).toEqual([503, messages.readOnly])
      expect(await refused(client.delete(readOnlyPath))).toEqual([503, messages.readOnly])
      expect(await site(client)).toMatchObject({ readOnly: true, exemptsAdmins: false, notices: [{ kind: 'readOnly', text: '' }] })
    } finally {
      await close()
    }
  })
})

describe('M1 announcements', () => {
  afterEach(async () => {
    const { results } = await ok(admin.client.get<{ results: Announcement[] }>(path))
    for (const { id } of results) await ok(admin.client.post(`${path}/${id}/end`))
  })

  it('everyone sees a current announcement; its id changes with the text, not with the end; an ended one disappears', async () => {
    const { id } = await announce({ kind: 'warning', href: ' /about ' })
    const [shown] = (await site()).notices
    expect(shown).toMatchObject({ kind: 'warning', text: 'New: playlists for two.', href: '/about' })
    const body = { kind: 'warning', text: 'New: playlists for two.', href: '/about' }
    await ok(admin.client.post(`${path}/${id}`, { ...body, endDate: after(120_000) }))
    expect((await site()).notices).toEqual([shown])
    await ok(admin.client.post(`${path}/${id}`, { ...body, text: 'Playlists for three.', endDate: after(120_000) }))
    const edited = (await site()).notices
    expect(edited).toMatchObject([{ text: 'Playlists for three.' }])
    expect(edited[0]!.id).not.toBe(shown!.id)
    await ok(admin.client.post(`${path}/${id}/end`))
    expect((await site()).notices).toEqual([])
    expect(await refused(admin.client.post(`${path}/${id}`, { ...body, endDate: after(60_000) }))).toEqual([409, messages.noticeEnded])
    const actions = await logged(`target=${id}`)
    expect(actions.map(({ action }) => action)).toEqual([
      'announcement.end',
      'announcement.edit',
      'announcement.edit',
      'announcement.create',
    ])
    expect(actions[1]!.detail).toMatchObject({ title: 'Playlists for three.', from: { text: 'New: playlists for two.' } })
  })

  it('a future announcement is listed for admins and appears at its start', async () => {
    const startDate = after(800)
    const { id } = await announce({ startDate })
    expect((await site()).notices).toEqual([])
    expect((await ok(admin.client.get<{ results: Announcement[] }>(path))).results[0]).toMatchObject({ id, startDate })
    await new Promise((resolve) => setTimeout(resolve, 800 + maxAgeMs))
    expect((await site()).notices).toHaveLength(1)
  })

  it('pages through all announcements by the end, without gaps', async () => {
    for (let n = 0; n < 3; n += 1) await announce({ endDate: after(60_000 + n) })
    const found: string[] = []
    let before = ''
    do {
      const page = await ok(admin.client.get<{ results: Announcement[]; next: string | null }>(`${path}?limit=2${before}`))
      found.push(...page.results.map(({ endDate, id }) => `${endDate}~${id}`))
      before = page.next === null ? '' : `&before=${page.next}`
    } while (before !== '')
    expect(found.length).toBeGreaterThanOrEqual(3)
    expect(found).toEqual([...new Set(found)].toSorted().toReversed())
  })

  it('refuses a fourth one, an end in the past, and members', async () => {
    for (let n = 0; n < 3; n += 1) await announce()
    const body = { kind: 'info', text: 'One more', endDate: after(60_000) }
    expect(await refused(admin.client.post(path, body))).toEqual([409, messages.noticesTooMany])
    const { results } = await ok(admin.client.get<{ results: Announcement[] }>(path))
    await ok(admin.client.post(`${path}/${results[0]!.id}/end`))
    for (const dates of [{ endDate: after(-1000) }, { startDate: after(5000), endDate: after(4000) }]) {
      const { status, body: failure } = await admin.client.post(path, { ...body, ...dates })
      expect([status, failure.fields]).toEqual([400, { endDate: messages.noticeEnd }])
    }
    for (const [client, status] of [
      [visitor, 401],
      [ada.client, 403],
    ] as const) {
      expect((await client.post(path, body)).status).toBe(status)
      expect((await client.post(`${path}/${results[1]!.id}`, body)).status).toBe(status)
      expect((await client.post(`${path}/${results[1]!.id}/end`)).status).toBe(status)
      expect((await client.get(path)).status).toBe(status)
    }
  })

  it('hostile links are refused, and hostile text is text', async () => {
    const links = [
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
    ]
    for (const href of [...links, 'https://strand.org@evil.example/', 'ftp://files.example', 'about', 'x'.repeat(3000)])
      expect((await admin.client.post(path, { kind: 'info', text: 'T', href, endDate: after(60_000) })).status, href).toBe(400)
    const text = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
    await announce({ text, href: 'HTTPS://Example.org/a b?q="><script>' })
    const [notice] = (await site()).notices
    expect(notice).toMatchObject({ text, href: 'https://example.org/a%20b?q=%22%3E%3Cscript%3E' })
    const { body } = await visitor.get<string>('/discover', { headers: { Accept: 'text/html', 'X-Strand-Request': null } })
    expect(body).not.toContain('<script>alert(1)')
    expect(body).not.toContain('<img src=x')
    for (const bad of [{ text: '' }, { text: 'x'.repeat(301) }, { kind: 'readOnly' }, { endDate: 'soon' }, { text: 'a\0b' }])
      expect((await admin.client.post(path, { kind: 'info', text: 'T', endDate: after(60_000), ...bad })).status).toBe(400)
  })
})
