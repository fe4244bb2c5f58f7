import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '#contract/index.ts'
import { feedQuery, siteFeedQuery } from '#contract/pages/feed.ts'
import { addPost, startBead } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let viewer: Client
let song: Post
let film: Post

beforeAll(async () => {
  server = await startTestServer()
  const ada = await server.signUp('Ada Rivers')
  const bo = await server.signUp('Bo Lake')
  viewer = bo.client
  const music = await startBead(ada.client, { title: 'What wakes you up', category: 'music' })
  const films = await startBead(ada.client, { title: 'What keeps you up', category: 'film' })
  await bo.client.post(`/api/v0/members/${ada.me.uid}/follow`)
  song = await addPost(ada.client, music.id, { title: 'A <song>' })
  film = await addPost(ada.client, films.id, { title: 'A film' })
  await bo.client.post(`/api/v0/comments/${film.id}`, { text: 'Seen twice' })
  await server.services.outbox.drain()
})
afterAll(() => server.close())

interface Answered {
  key: string
  input: unknown
  answer: { results: { id: string; post?: Post; comments?: unknown[]; previewComments?: { text: string }[] }[] }
}

async function see(path: string, client: Client = server.client()) {
  const { status, body, headers } = await client.get<string>(path, {
    headers: { 'X-Strand-Request': null, Accept: 'text/html' },
    redirect: 'manual',
  } as never)
  const json = /id="strand-data">(.*?)<\/script>/s.exec(body)?.[1]
  const data = json ? (JSON.parse(json) as Answered[]) : []
  return { status, body, location: headers.get('location'), of: (key: string) => data.find((one) => one.key === key) }
}

describe('R9 documents of the feed', () => {
  it('R9 N6 /activity of a visitor → the posts of the site with their latest comments', async () => {
    const page = await see('/activity')
    expect(page.status).toBe(200)
    expect(page.body).toMatch(/<link rel="canonical" href="[^"]*\/activity">/)
    const held = page.of('GET /api/v0/posts')!
    expect(held.input).toEqual({ query: siteFeedQuery(null) })
    expect(held.answer.results.map(({ id }) => id)).toEqual([film.id, song.id])
    expect(held.answer.results[0]!.previewComments).toMatchObject([{ text: 'Seen twice' }])
    expect(page.of('GET /api/v2/me/feed')).toBeUndefined()
    expect(page.body).toContain('A &lt;song&gt;')
  })

  it('R9 /activity of a member → the own feed, with the query of the page', async () => {
    const page = await see('/activity', viewer)
    const held = page.of('GET /api/v2/me/feed')!
    expect(held.input).toEqual({ query: feedQuery(null) })
    const response = await viewer.get<Answered['answer']>('/api/v2/me/feed?comments=3')
    expect(held.answer.results.map(({ id }) => id)).toEqual(response.body.results.map(({ id }) => id))
    expect(held.answer.results.map(({ post }) => post?.id)).toContain(song.id)
    expect(page.of('GET /api/v0/posts')).toBeUndefined()
  })

  it('R9 /trending → trending posts, for visitors and members', async () => {
    for (const client of [server.client(), viewer]) {
      const page = await see('/trending', client)
      expect(page.body).toMatch(/<link rel="canonical" href="[^"]*\/trending">/)
      const held = page.of('GET /api/v2/trending')!
      expect(held.input).toEqual({ query: feedQuery(null) })
      expect(held.answer.results.map(({ post }) => post?.id).sort()).toEqual([film.id, song.id].sort())
    }
  })

  it('N6 ?category= filters the document and sets noindex; an unknown category shows all', async () => {
    const page = await see('/activity?category=film')
    expect(page.of('GET /api/v0/posts')).toMatchObject({ input: { query: siteFeedQuery('film') } })
    expect(page.of('GET /api/v0/posts')!.answer.results.map(({ id }) => id)).toEqual([film.id])
    expect(page.body).toContain('noindex')
    expect((await see('/activity?category=none')).of('GET /api/v0/posts')!.answer.results).toHaveLength(2)
  })

  it('R9 the former URL redirects to the current one', async () => {
    expect(await see('/feed?category=film')).toMatchObject({ status: 301, location: '/activity?category=film' })
  })
})
