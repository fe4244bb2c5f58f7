/** The post that an admin features in a playlist (M1, Q1). */
import { expect, it } from 'vitest'
import { messages, type Bead } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { addPost, startBead } from '../support/content.ts'
import { readDocument } from '../support/documents.ts'
import { ada, admin, bead, ben, join, ok, post, refused, server, setUpPeople, setUpPost, visitor, type Person } from '../support/people.ts'

setUpPeople()
setUpPost()

const feature = (id: string | null, by: Person = admin, reason?: string) =>
  by.client.post(`/api/v0/admin/beads/${bead}/featuredpost`, { post: id, reason })
const read = (client = visitor): Promise<Bead> => ok(client.get(`/api/v0/beads/${bead}`))
const actions = async () => (await ok(admin.client.get(`/api/v0/admin/actions?target=${bead}`))).results

it('M1 Q1 an admin features one post per playlist, and ends it; each change is logged, and the author of the playlist sees it', async () => {
  const second = await addPost(ada.client, bead, { title: 'Another' })
  expect(await read()).not.toHaveProperty('featuredPostId')
  expect((await ok(feature(post, admin, 'Best of all'))).data.featuredPostId).toBe(post)
  expect((await read()).featuredPostId).toBe(post)
  await ok(feature(second.id))
  await ok(feature(second.id))
  expect((await read()).featuredPostId).toBe(second.id)
  await ok(feature(null))
  expect(await read()).not.toHaveProperty('featuredPostId')
  expect((await actions()).map(({ detail }: { detail: object }) => detail)).toEqual([
    { title: 'Sunday slow', from: second.id, to: null },
    { title: 'Sunday slow', from: post, to: second.id, post: 'Another' },
    { title: 'Sunday slow', from: null, to: post, post: 'A thought', reason: 'Best of all' },
  ])
  const history = (await ok(ada.client.get('/api/v0/me/history'))).results
  expect(history.at(-1)).toMatchObject({ action: 'bead.feature', title: 'Sunday slow', reason: 'Best of all' })
})

it('M1 a post of another playlist, and an unknown one → 404; a reason that is too long → 400', async () => {
  const other = await addPost(ada.client, (await startBead(ada.client)).id)
  for (const id of [other.id, 'p00000000000000000']) expect(await refused(feature(id))).toEqual([404, messages.notInBead])
  expect((await feature(post, admin, 'x'.repeat(limits.review.reason + 1))).status).toBe(400)
  expect(await actions()).toEqual([])
})

it('M1 members, also the author of the playlist, and suspended admins are refused', async () => {
  const suspended = await join(server, 'Otto Admin', {
    isAdmin: true,
    suspendedUntil: '9999-12-31T00:00:00.000Z',
    suspensionReason: 'Left',
  })
  for (const who of [ada, ben, suspended]) expect((await feature(post, who)).status).toBe(403)
  expect((await visitor.post(`/api/v0/admin/beads/${bead}/featuredpost`, { post })).status).toBe(401)
  expect(await read()).not.toHaveProperty('featuredPostId')
})

it('Q1 deleting the post ends it, by its author or by an admin', async () => {
  for (const by of [ada, admin]) {
    const { id } = await addPost(ada.client, bead, { title: 'Brief' })
    await ok(feature(id))
    await ok(by.client.delete(`/api/v0/posts/${id}`))
    expect(await read()).not.toHaveProperty('featuredPostId')
  }
})

it('Q1 featuring and deleting a post concurrently leaves no deleted post featured', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await addPost(ada.client, bead, { title: 'Race' })
    const [featured] = await Promise.all([feature(id), ok(ada.client.delete(`/api/v0/posts/${id}`))])
    expect([200, 404]).toContain(featured.status)
    expect(await read()).not.toHaveProperty('featuredPostId')
  }
})

it('BY14 a viewer who blocks the author of the featured post does not get it', async () => {
  await ok(feature(post))
  await ok(ben.client.post(`/api/v0/members/${ada.uid}/block`))
  expect(await read(ben.client)).not.toHaveProperty('featuredPostId')
  expect((await read()).featuredPostId).toBe(post)
  await ok(ben.client.post(`/api/v0/members/${ada.uid}/unblock`))
})

it('M1 the admin page of the playlist and of its posts names the featured post, also if the admin blocks its author', async () => {
  await ok(feature(post))
  await ok(admin.client.post(`/api/v0/members/${ada.uid}/block`))
  for (const id of [bead, post])
    expect((await ok(admin.client.get(`/api/v0/admin/content/${id}`))).featuredPost).toEqual({ id: post, title: 'A thought' })
  await ok(admin.client.post(`/api/v0/members/${ada.uid}/unblock`))
})

it('Q1 BY13 the document of the playlist has the featured post, except with filters or on a later page', async () => {
  const others = []
  for (let n = 0; n < 3; n += 1) others.push((await addPost(ada.client, bead, { title: `Later ${n}` })).id)
  await ok(feature(post))
  const keysOf = async (search: string) => (await readDocument(visitor, `/${bead}${search}`)).data
  for (const search of ['', '?sort=recent', '?sort=top', '?page=1']) {
    const data = await keysOf(search)
    expect(
      data.find(({ key }) => key === 'GET /api/v0/posts/:id'),
      search,
    ).toMatchObject({
      input: { params: { id: post } },
      answer: { id: post, title: 'A thought' },
    })
    // The list itself is as without a featured post: its cursors stay valid.
    const list = data.findLast(({ key }) => key === 'GET /api/v0/posts')!
    expect(list.answer).toEqual(
      (await visitor.get(`/api/v0/posts?${new URLSearchParams(list.input.query as Record<string, string>)}`)).body,
    )
  }
  for (const search of ['?tag=Jazz', '?page=2', `?createdby=${ada.uid}`])
    expect(
      (await keysOf(search)).map(({ key }) => key),
      search,
    ).not.toContain('GET /api/v0/posts/:id')
  const { html } = await readDocument(visitor, `/${bead}?sort=recent`)
  const places = [post, ...others.toReversed()].map((id) => html.indexOf(`-${id}"`))
  expect(places[0]).toBeGreaterThan(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

it('Q1 J1 the widget of the playlist lists the featured post first, once, and no more posts than it has room for', async () => {
  for (let n = 0; n < 15; n += 1) await addPost(ada.client, bead, { title: `Later ${n}` })
  await ok(feature(post))
  const { body } = await visitor.get<string>(`/embed/${bead}?sort=recent`, { headers: { 'X-Strand-Request': null } })
  const titles = [...new Set([...body.matchAll(/A thought|Later \d+/g)].map(([title]) => title))]
  expect(titles).toEqual(['A thought', ...Array.from({ length: 14 }, (_, n) => `Later ${14 - n}`)])
})
