import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages, type Page, type Post } from '#contract/index.ts'
import { partnersFrom } from '../../server/features/partner/service.ts'
import { startBead, updateMember } from '../support/content.ts'
import { entry } from '../support/partner.ts'
import { picture } from '../support/pictures.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let student: Client
let other: Client
let admin: Client
let bead: string

beforeAll(async () => {
  server = await startTestServer({ env: { STRAND_PARTNERS: 'north:NorthFilm+NorthChallenge,south:SouthFilm+SouthChallenge' } })
  student = (await server.signUp('Noor')).client
  other = (await server.signUp('Other')).client
  const ida = await server.signUp('Ida')
  admin = ida.client
  await updateMember(server.db, ida.me.uid, { isAdmin: true })
  bead = (await startBead(student, { tags: ['SouthFilm'] })).id
})
afterAll(() => server.close())

const submit = (partnerMetaData: unknown, id = bead) =>
  student.post<{ post: Post } & Record<string, never>>(`/api/v0/posts/${id}`, {
    title: 'My film',
    tags: ['Own'],
    media: { href: `https://example.org/${Math.random()}.mp4` },
    partnerMetaData,
  })

describe('E1 a submission to a partner’s challenge', () => {
  it('E1 a submission that is no video → 400', async () => {
    for (const media of [{ href: 'https://example.org/song.mp3' }, { href: 'https://example.org/page' }, null, undefined]) {
      const { status, body } = await student.post(`/api/v0/posts/${bead}`, { title: 'No film', media, partnerMetaData: entry })
      expect([status, body['fields']], JSON.stringify(media)).toEqual([400, { 'media.href': messages.partnerVideo }])
    }
  })
  it('E1 an edit of a submission to another media type → 400, also for admins', async () => {
    const { post } = (await submit(entry)).body
    const edit = (client: Client, body: object) => client.post<{ post: Post } & Record<string, never>>(`/api/v0/posts/${post.id}`, body)
    for (const client of [student, admin])
      for (const media of [
        { href: 'https://example.org/song.mp3' },
        { href: 'https://example.org/page' },
        { imageBase64: (await picture(400, 300)).toString('base64') },
        null,
      ]) {
        const { status, body } = await edit(client, { title: 'No film', media })
        expect([status, body['message'], body['fields']], Object.keys(media ?? {}).join()).toEqual([
          400,
          messages.partnerVideo,
          { 'media.href': messages.partnerVideo },
        ])
      }
    expect((await student.get<Post>(`/api/v0/posts/${post.id}`)).body).toMatchObject({
      title: 'My film',
      media: { href: post.media!.href },
      partnerMetaData: entry,
    })
    const other = 'https://example.org/second-cut.mp4'
    expect((await edit(student, { media: { href: other } })).body.post).toMatchObject({
      media: { type: 'video', href: other },
      partnerMetaData: entry,
    })
    expect((await edit(student, { title: 'Words alone' })).body.post).toMatchObject({ title: 'Words alone', media: { href: other } })
    // A post that is no submission may have any medium.
    const plain = (
      await student.post<{ post: Post } & Record<string, never>>(`/api/v0/posts/${bead}`, {
        title: 'Plain',
        media: { href: 'https://example.org/plain.mp4' },
      })
    ).body.post
    expect((await student.post(`/api/v0/posts/${plain.id}`, { media: { href: 'https://example.org/plain.mp3' } })).body).toMatchObject({
      post: { media: { type: 'audio' } },
    })
  })
  it('E1 a submission gets the partner’s two tags; only its creator reads its private data', async () => {
    const { post } = (await submit(entry)).body
    expect(post).toMatchObject({ tags: ['SouthFilm', 'SouthChallenge', 'Own'], partnerMetaData: entry })
    expect((await student.get<Post>(`/api/v0/posts/${post.id}`)).body.partnerMetaData).toEqual(entry)
    // Admins read it on a page of theirs, which logs that.
    for (const client of [admin, other, server.client()])
      expect((await client.get<Post>(`/api/v0/posts/${post.id}`)).body).not.toHaveProperty('partnerMetaData')
    for (const client of [student, admin, other]) {
      const list = await client.get<Page<Post>>(`/api/v0/posts?bead=${bead}`)
      expect(JSON.stringify(list.body)).not.toContain('parent@example.org')
    }
    const copy = await other.post(`/api/v0/posts/${post.id}/repost/${(await startBead(other)).id}`, {})
    expect((await other.get(`/api/v0/posts/${copy.body._id}`)).body).not.toHaveProperty('partnerMetaData')
  })

  it('E1 B3 an edit of a submission keeps the partner’s two tags, also by admins', async () => {
    const { post } = (await submit(entry)).body
    const edit = (client: Client, body: object) => client.post<{ post: Post } & Record<string, never>>(`/api/v0/posts/${post.id}`, body)
    for (const client of [student, admin])
      for (const tags of [[], ['Own'], ['Own', 'southfilm']])
        expect((await edit(client, { tags })).body.post.tags, tags.join()).toEqual(['SouthFilm', 'SouthChallenge', ...tags.slice(0, 1)])
    expect((await edit(student, { title: 'Words alone' })).body.post.tags).toEqual(['SouthFilm', 'SouthChallenge', 'Own'])
    // A post that is no submission keeps the given tags.
    const plain = (
      await student.post<{ post: Post } & Record<string, never>>(`/api/v0/posts/${bead}`, { title: 'Plain', tags: ['SouthFilm', 'Own'] })
    ).body.post
    expect(
      (await student.post<{ post: Post } & Record<string, never>>(`/api/v0/posts/${plain.id}`, { tags: ['Own'] })).body.post.tags,
    ).toEqual(['Own'])
  })

  it('E1 a submission to another playlist belongs to the first partner', async () => {
    expect((await submit({ ...entry, studentAge: '19' }, (await startBead(student)).id)).body.post).toMatchObject({
      tags: ['NorthFilm', 'NorthChallenge', 'Own'],
      partnerMetaData: { studentAge: 19 },
    })
  })

  it.each(Object.keys(entry))('E1 %s is required', async (field) => {
    const { status, body } = await submit({ ...entry, [field]: undefined })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [`partnerMetaData.${field}`]])
  })

  it.each([
    ['studentFirstName', '   ', messages.partnerRequired],
    ['studentAge', 'old', messages.partnerAge],
    ['studentAge', 3, messages.partnerAge],
    ['studentAge', 16.5, messages.partnerAge],
    ['studentEmail', 'nowhere', messages.emailInvalid],
    ['teacherEmail', 'a@b', messages.emailInvalid],
    ['studentTelephone', 'call me', messages.partnerTelephone],
    ['confirmRelease', false, messages.partnerConfirm],
    ['confirmRules', 'yes', messages.partnerConfirm],
  ])('E1 %s cannot be %j', async (field, value, message) => {
    expect((await submit({ ...entry, [field]: value })).body.fields).toEqual({ [`partnerMetaData.${field}`]: message })
  })

  it('E1 deleting the post deletes its submission', async () => {
    const { post } = (await submit(entry)).body
    await student.delete(`/api/v0/posts/${post.id}`)
    expect(await server.services.partners.read(post.id)).toBeNull()
  })

  it('PS1 only admins set the partner data of a playlist', async () => {
    const partnerMetaData = {
      customFilters: [{ name: 'Finalists', endpoint: '/api/v0/posts?tag=Finalist' }],
      onPostShare: { title: 'I take part', description: 'Watch mine' },
    }
    expect((await student.post(`/api/v0/beads/${bead}`, { partnerMetaData })).status).toBe(403)
    expect((await admin.post(`/api/v0/beads/${bead}`, { partnerMetaData })).status).toBe(200)
    expect((await server.client().get(`/api/v0/beads/${bead}`)).body.partnerMetaData).toEqual(partnerMetaData)
  })

  it('E1 partnersFrom parses keys and normalised tags', () => {
    expect(partnersFrom('a:One+Two, b:so loud+x')).toEqual([
      { key: 'a', tags: ['One', 'Two'] },
      { key: 'b', tags: ['SoLoud', 'X'] },
    ])
  })
})
