/** J1 BY13 the widgets of a member and of one post. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { messages, type Bead, type Post } from '#contract/index.ts'
import type { WidgetData } from '#contract/widget.ts'
import { addPost, startBead, updateMember, updatePost } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

const youTube = 'https://youtu.be/dQw4w9WgXcQ'
const origin = 'https://strand.example'

let server: TestServer
let ada: Client
let uid: string
let bead: Bead
let text: Post
let film: Post

beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: origin } })
  const { client, me } = await server.signUp('Ada Rivers')
  ada = client
  uid = me.uid
  bead = await startBead(ada, { title: 'Films', invitees: [] })
  text = await addPost(ada, bead.id, { title: 'A <text>.' })
  film = await addPost(ada, bead.id, { title: 'A film.', media: { href: youTube } })
})
afterAll(() => server.close())

/** Every stream of the medium is missing. */
const deadMedia = ({ media }: Post) => ({ ...media!, media: media!.media.map((stream) => ({ ...stream, status: 404 })) })

async function see(path: string, client = server.client()) {
  const answer = await client.get<string>(path, {
    headers: { 'X-Strand-Request': null, Accept: 'text/html', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'iframe' },
  })
  const body = String(answer.body)
  const [, json = '{}'] = /<script type="application\/json" id="strand-widget">(.*?)<\/script>/s.exec(body) ?? []
  const titles = [...body.matchAll(/<b>(.*?)<\/b>/g)].map(([, title]) => title)
  return { status: answer.status, headers: answer.headers, body, titles, data: JSON.parse(json) as WidgetData }
}

describe('a member', () => {
  it('J1 the widget has the name, the posts, latest first, and links to the profile in new windows', async () => {
    const { status, headers, body, titles, data } = await see(`/embed/p/${uid}`)
    expect(status).toBe(200)
    expect(titles).toEqual(['A film.', 'A &lt;text&gt;.'])
    expect(data.posts).toMatchObject([{ id: film.id, bead: { id: bead.id, title: 'Films' } }])
    expect(body).toContain(`<h1><a href="${origin}/p/${uid}" target="_blank" rel="noopener">Ada Rivers</a></h1>`)
    expect(body).toContain(`<small>@${uid} · 2 posts</small>`)
    expect(body).toContain(`<link rel="canonical" href="${origin}/p/${uid}">`)
    expect([headers.get('x-frame-options'), headers.getSetCookie(), headers.get('cache-control')]).toEqual([
      null,
      [],
      'public, max-age=300',
    ])
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
  })

  it('J1 the same parameters apply; the orders stay at the member', async () => {
    const { titles, body } = await see(`/embed/p/${uid}?sort=earliest&theme=dark`)
    expect(titles).toEqual(['A &lt;text&gt;.', 'A film.'])
    expect(body).toContain(' data-theme="dark"')
    expect(body).toContain(`<a href="/embed/p/${uid}?theme=dark&amp;sort=recent">Recent</a>`)
    expect((await see(`/embed/p/${uid}?filters=off`)).body).not.toContain('<nav')
  })

  it('J1 BY11 drafts are left out, also for the member; dead posts too', async () => {
    const { client, me } = await server.signUp('Dora Draft')
    const draft = await startBead(client, { title: 'Secret', invitees: [], isDraft: true })
    await addPost(client, draft.id, { title: 'Hidden.' })
    const open = await startBead(client, { title: 'Shown', invitees: [] })
    const dead = await addPost(client, open.id, { title: 'Dead.', media: { href: youTube } })
    await addPost(client, open.id, { title: 'Alive.' })
    await updatePost(server.db, dead.id, { media: deadMedia(dead) })
    for (const viewer of [server.client(), client]) {
      const { titles, body } = await see(`/embed/p/${me.uid}`, viewer)
      expect(titles).toEqual(['Alive.'])
      expect(body).not.toMatch(/Secret|Hidden/)
    }
  })

  it('J1 a deleted or unknown member, and a bad uid → 404, which may be framed and is not cached', async () => {
    const { client, me } = await server.signUp('Gone Member')
    const own = await startBead(client, { title: 'Left', invitees: [] })
    await addPost(client, own.id, { title: 'Left behind.' })
    await updateMember(server.db, me.uid, { removedDate: new Date().toISOString() })
    for (const name of [me.uid, 'unknown.member', '%3Cscript%3E', 'a%2Fb', 'x'.repeat(300)]) {
      const { status, headers, body } = await see(`/embed/p/${name}`)
      expect([name, status, headers.get('cache-control')]).toEqual([name, 404, 'no-cache'])
      expect(headers.get('x-frame-options')).toBeNull()
      expect(body).toContain('Member not found')
      expect(body).not.toMatch(/Gone Member|Left|<script>/)
    }
    // Not widgets: these may not be framed.
    for (const path of [`/embed/p/${uid}/x`, `/embed/q/${uid}`]) expect((await see(path)).headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })
})

describe('one post', () => {
  it('J1 the widget has the post alone, below its playlist', async () => {
    const { status, headers, body, titles, data } = await see(`/embed/${film.id}?sort=top`)
    expect(status).toBe(200)
    expect(titles).toEqual(['A film.'])
    expect(data.posts.map(({ id }) => id)).toEqual([film.id])
    expect(body).toContain('>Films</a></h1>')
    expect(body).toContain('<title>A film. · Strand</title>')
    expect(body).toContain(`<link rel="canonical" href="${origin}/${film.href}">`)
    expect(body).not.toContain('<nav')
    expect(headers.get('x-frame-options')).toBeNull()
    expect((await see(`/embed/${text.id}`)).titles).toEqual(['A &lt;text&gt;.'])
  })

  it('J1 BY11 a post of a draft → 403, an unknown or deleted one → 404, a dead one → no row', async () => {
    const draft = await startBead(ada, { title: 'Secret', invitees: [], isDraft: true })
    const hidden = await addPost(ada, draft.id, { title: 'Hidden.' })
    for (const client of [server.client(), ada]) {
      const { status, body } = await see(`/embed/${hidden.id}`, client)
      expect(status).toBe(403)
      expect(body).not.toMatch(/Secret|Hidden/)
    }
    const deleted = await addPost(ada, bead.id, { title: 'Deleted.' })
    expect((await ada.delete(`/api/v0/posts/${deleted.id}`)).status).toBe(200)
    for (const id of [deleted.id, 'p00000000000000000']) {
      const { status, body } = await see(`/embed/${id}`)
      expect([id, status]).toEqual([id, 404])
      expect(body).toContain('Post not found')
    }
    const dead = await addPost(ada, bead.id, { title: 'Dead.', media: { href: `${youTube}?dead` }, repeat: true })
    await updatePost(server.db, dead.id, { media: deadMedia(dead) })
    expect((await see(`/embed/${dead.id}`)).titles).toEqual([])
    const oembed = await server.client().get<{ type: string }>(`/api/oembed?url=${encodeURIComponent(`${origin}/${dead.id}`)}`)
    expect(oembed.body).toMatchObject({ type: expect.not.stringMatching('rich') })
  })
})

describe('what visitors may not see', () => {
  it('J1 BY11 a member with drafts only → the name without posts, also for the member', async () => {
    const { client, me } = await server.signUp('Olga Only')
    const draft = await startBead(client, { title: 'Secret', invitees: [], isDraft: true })
    await addPost(client, draft.id, { title: 'Hidden.', media: { href: youTube } })
    for (const viewer of [server.client(), client]) {
      const { status, titles, body, data } = await see(`/embed/p/${me.uid}`, viewer)
      expect([status, titles, data.posts]).toEqual([200, [], []])
      expect(body).toContain(`<small>@${me.uid} · 0 posts</small>`)
      expect(body).not.toMatch(/Secret|Hidden/)
    }
  })

  it('J1 BY12 the playlist of a deleted member names no member; posts of others stay', async () => {
    const { client, me, password } = await server.signUp('Vera Vanished')
    const own = await startBead(client, { title: 'Shared list', invitees: [uid] })
    await addPost(client, own.id, { title: 'Of the creator.' })
    const other = await addPost(ada, own.id, { title: 'Of another member.' })
    expect((await see(`/embed/${own.id}`)).body).toContain('Vera Vanished')
    expect((await client.post('/api/v0/me/delete', { password })).status).toBe(200)
    for (const path of [`/embed/${own.id}`, `/embed/${other.id}`]) {
      const { status, titles, body } = await see(path)
      expect([status, titles.includes('Of another member.')]).toEqual([200, true])
      expect(body).toContain(`<small>by ${messages.deletedMember} · `)
      expect(body).not.toMatch(/Vera/)
      expect(body).not.toContain(me.uid)
    }
    expect((await see(`/embed/p/${me.uid}`)).status).toBe(404)
  })

  it('J1 a deleted playlist → 404, and so its posts; neither has a frame by oEmbed', async () => {
    const gone = await startBead(ada, { title: 'Gone list', invitees: [] })
    const post = await addPost(ada, gone.id, { title: 'Gone post.' })
    const draft = await startBead(ada, { title: 'Secret', invitees: [], isDraft: true })
    const hidden = await addPost(ada, draft.id, { title: 'Hidden.' })
    expect((await ada.delete(`/api/v0/beads/${gone.id}`)).status).toBe(200)
    for (const id of [gone.id, post.id]) {
      const { status, body } = await see(`/embed/${id}`)
      expect([id, status]).toEqual([id, 404])
      expect(body).not.toMatch(/Gone/)
    }
    for (const path of [
      gone.id,
      post.id,
      draft.id,
      hidden.id,
      `embed/${gone.id}`,
      `embed/${hidden.id}`,
      'p/unknown.member',
      'embed/p/%2e%2e',
    ]) {
      const { status, body } = await ada.get<object>(`/api/oembed?url=${encodeURIComponent(`${origin}/${path}`)}`)
      expect([path, status >= 400, JSON.stringify(body).includes('iframe')]).toEqual([path, true, false])
    }
  })

  it('J1 a block between two members hides nothing in a widget: it has no viewer', async () => {
    const { client, me } = await server.signUp('Bea Blocker')
    const own = await startBead(client, { title: 'Of Bea', invitees: [] })
    const post = await addPost(client, own.id, { title: 'Hello.' })
    expect((await ada.post(`/api/v0/members/${me.uid}/block`)).status).toBe(200)
    expect((await client.post(`/api/v0/members/${uid}/block`)).status).toBe(200)
    for (const path of [`/embed/p/${me.uid}`, `/embed/${post.id}`]) {
      const anonymous = await see(path)
      expect(anonymous.titles).toEqual(['Hello.'])
      expect((await see(path, ada)).body).toBe(anonymous.body)
    }
  })
})

test('J1 parameters with markup have no effect on the widget of a member or post', async () => {
  const attacks = ['"><img src=x onerror=alert(1)>', '</style><script>alert(1)</script>', 'javascript:alert(1)', '\u0000', '__proto__']
  for (const path of [`/embed/p/${uid}`, `/embed/${film.id}`]) {
    const plain = await see(path)
    for (const attack of attacks)
      for (const name of ['posts', 'theme', 'accent', 'mode', 'partner', 'filters', 'sort', 'uid', '__proto__', 'x[]']) {
        const { status, body } = await see(`${path}?${encodeURIComponent(name)}=${encodeURIComponent(attack)}`)
        expect([path, name, attack, status, body === plain.body]).toEqual([path, name, attack, 200, true])
      }
  }
})
