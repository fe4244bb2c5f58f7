import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page, Post } from '#contract/index.ts'
import { addPost, startBead } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: Client
let ben: { client: Client; uid: string }
let bead: string
let other: { id: string }

beforeAll(async () => {
  server = await startTestServer()
  ada = (await server.signUp('Ada Rivers')).client
  const joined = await server.signUp('Ben Stone')
  ben = { client: joined.client, uid: joined.me.uid }
  bead = (await startBead(ada)).id
  other = await startBead(ada, { title: 'Kind of Blue' })
  await server.services.outbox.drain()
})
afterAll(() => server.close())

const written = async (description: string): Promise<string> => (await addPost(ada, bead, { title: 'T', description })).description

describe('G4 references in texts', () => {
  it('G4 @member, #tag and *playlist become links; unknown names stay text', async () => {
    const uid = ben.uid
    expect(await written(`@${uid}: hear *KindOfBlue, #late-night (#Jazz) and @missing.member, *Nothing, a@${uid}.org, #`)).toBe(
      `<a href="/p/${uid}">@${uid}</a>: hear <a href="/${other.id}">*KindOfBlue</a>, <a href="/tag/Late">#late</a>-night (<a href="/tag/Jazz">#Jazz</a>) and @missing.member, *Nothing, a@${uid}.org, #`,
    )
    expect(await written(`@${uid.toUpperCase()}.`)).toBe(`<a href="/p/${uid}">@${uid.toUpperCase()}</a>.`)
    expect(await written(`*${other.id}`)).toContain(`<a href="/${other.id}">`)
  })

  it('G4 composing a composed text does not change it', async () => {
    const once = await written(`<b>@${ben.uid}</b> #Jazz https://example.org/#Jazz`)
    expect(await written(once)).toBe(once)
    expect(once).toContain('>https://example.org/#Jazz</a>')
    expect(once.match(/<a /g)).toHaveLength(3)
  })

  it('G4 markup in names is removed', async () => {
    expect(await written('#<img src=x onerror=alert(1)> @<b>x</b> *"onmouseover="x')).not.toMatch(/<img|onerror=|<a /)
  })

  it('G4 a reference to a draft stays text', async () => {
    const draft = await startBead(ada, { title: 'Hidden thing', isDraft: true })
    await server.services.outbox.drain()
    expect(await written(`*HiddenThing *${draft.id}`)).toBe(`*HiddenThing *${draft.id}`)
  })

  it('R25 G4 a post is found by its tags and by the hashtags of its text', async () => {
    const post = await addPost(ada, bead, { title: 'Tagged', tags: ['Rock & Roll', 'café'], description: 'so #Unusual' })
    for (const tag of ['RockAndRoll', 'rockandroll', 'Rock %26 Roll', 'Cafe', 'unusual', 'Nothing,Unusual']) {
      const { body } = await server.client().get<Page<Post>>(`/api/v0/posts?tag=${tag}`)
      expect([tag, body.results.map(({ id }) => id)]).toEqual([tag, [post.id]])
    }
    await ada.post(`/api/v0/posts/${post.id}`, { tags: ['Quiet'], description: '' })
    expect((await server.client().get<Page<Post>>('/api/v0/posts?tag=unusual')).body.results).toEqual([])
    expect((await server.client().get<Page<Post>>('/api/v0/posts?tag=quiet')).body.results).toHaveLength(1)
    await ada.delete(`/api/v0/posts/${post.id}`)
    expect((await server.client().get<Page<Post>>('/api/v0/posts?tag=quiet')).body.results).toEqual([])
  })

  it('BY14 a member who blocks the writer is not mentioned', async () => {
    const { me } = await server.signUp('Blocked One')
    const { services } = server
    await ben.client.post(`/api/v0/members/${me.uid}/block`, {})
    expect((await services.texts.compose(`@${ben.uid}`, me.uid)).mentions).toEqual([])
  })
})

describe('R23 rich text', () => {
  it.each([
    [
      '<i>i</i><em>e</em><b>b</b><strong>s</strong><u>u</u><strike>k</strike><del>d</del>',
      '<i>i</i><i>e</i><b>b</b><b>s</b><u>u</u><s>k</s><s>d</s>',
    ],
    ['<script>alert(1)</script><img src="javascript:alert(1)">x', 'x'],
    ['<a href="ftp://example.org/f">f</a>', '<a href="ftp://example.org/f" rel="nofollow noopener" target="_blank">f</a>'],
    ['<a href="/p/ada">home</a>', '<a href="/p/ada">home</a>'],
    ['<a href="data:text/html,x">d</a>', 'd'],
  ])('R23 %s', async (given, expected) => expect(await written(given)).toBe(expected))

  it('R23 a strand: URL becomes a path of the site', async () => {
    expect(await written(`<a href="strand://bead/${other.id}">app</a>`)).toBe(`<a href="/bead/${other.id}">app</a>`)
    expect(await written('<a href="strand:///p/ada?x=1">app</a>')).toBe('<a href="/p/ada?x=1">app</a>')
    expect(await written('<a href="strand://evil.example//x">app</a>')).toBe('<a href="/evil.example/x">app</a>')
    expect(await written('<a href="strand:\\evil.example">app</a>')).toBe('app')
  })
})
