/** B8 J1: the embed page, requested as another site's frame does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bead, Page } from '#contract/index.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: Client
let bo: { client: Client; uid: string }
let bead: Bead

beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://strand.example' } })
  ada = (await server.signUp('Ada Rivers')).client
  const { client, me } = await server.signUp('Bo Brook')
  bo = { client, uid: me.uid }
  bead = await startBead(ada, { title: 'A & <b>', invitees: [bo.uid] })
})
afterAll(() => server.close())

const see = (path: string, client = server.client()) =>
  client.get<string>(path, {
    headers: { 'X-Strand-Request': null, Accept: 'text/html', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'iframe' },
  })

describe('B8 the embedded playlist', () => {
  it('B8 J1 the embed may be framed, is complete without scripts, and escapes texts', async () => {
    await addPost(ada, bead.id, { title: '"Ça" <script>va</script>', media: { href: 'https://youtu.be/dQw4w9WgXcQ' } })
    const { status, headers, body } = await see(`/embed/${bead.id}`)
    expect(status).toBe(200)
    expect(headers.get('x-frame-options')).toBeNull()
    const policy = headers.get('content-security-policy')!
    expect(policy.split(';')).toEqual(expect.arrayContaining(["default-src 'none'", 'frame-ancestors *', "form-action 'none'"]))
    expect(headers.get('set-cookie')).toBeNull()
    // The data of the posts, and where there is a build, its own script.
    for (const [, attributes] of body.matchAll(/<script([^>]*)>/g))
      expect(attributes).toMatch(/^ type="(application\/json" id="strand-widget|module" src="\/embed\/assets\/[\w.-]+)"$/)
    expect(body).toContain('\\u003cscript\\u003eva')
    expect(body).toContain('A &amp; &lt;b&gt;')
    expect(body).toContain('&lt;script&gt;va')
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).toContain(`<link rel="canonical" href="https://strand.example/${bead.id}">`)
    // Links lead out of the frame.
    for (const [, attributes] of body.replace(/<nav.*<\/nav>/, '').matchAll(/<a ([^>]*)>/g))
      expect(attributes).toMatch(/^(class="row" )?href="https:\/\/strand\.example\/[^"]*" target="_blank" rel="noopener"/)
  })

  it('B8 the embed has 15 posts (earliest first if invite-only) and the total', async () => {
    const long = await startBead(ada, { title: 'Long', invitees: [] })
    for (let n = 1; n <= 16; n += 1) await addPost(ada, long.id, { title: `Number ${n}.` })
    const { body } = await see(`/embed/${long.id}`)
    expect([...body.matchAll(/<b>(Number \d+\.)/g)].map(([, title]) => title)).toEqual(
      Array.from({ length: 15 }, (_, n) => `Number ${n + 1}.`),
    )
    expect(body).toContain('16 posts')
    expect(body).toContain('See all 16 on Strand')
  })

  it('B8 B2 the embed has the default order of the playlist; top without any activity → latest first', async () => {
    const sorted = await startBead(ada, { title: 'Sorted', invitees: [] })
    const posts = []
    for (const title of ['One.', 'Two.', 'Three.']) posts.push(await addPost(ada, sorted.id, { title }))
    const titles = async (sort: string | null) => {
      expect((await ada.post(`/api/v0/beads/${sorted.id}`, { sort })).status).toBe(200)
      return [...(await see(`/embed/${sorted.id}`)).body.matchAll(/<b>(\w+\.)/g)].map(([, title]) => title)
    }
    expect(await titles('top')).toEqual(['Three.', 'Two.', 'One.'])
    expect((await bo.client.post(`/api/v0/posts/${posts[1]!.id}/collect`)).status).toBe(200)
    expect(await titles('top')).toEqual(['Two.'])
    expect((await titles('mostcollected'))[0]).toBe('Two.')
    expect(await titles('recent')).toEqual(['Three.', 'Two.', 'One.'])
    expect(await titles('earliest')).toEqual(['One.', 'Two.', 'Three.'])
    expect(await titles(null)).toEqual(['One.', 'Two.', 'Three.'])
  })

  it('B8 B11 the embed of a draft → 403, also for its creator; unknown → 404', async () => {
    const draft = await startBead(ada, { title: 'Secret', invitees: [], isDraft: true })
    for (const client of [server.client(), ada]) {
      const { status, body } = await see(`/embed/${draft.id}`, client)
      expect(status).toBe(403)
      expect(body).toContain('Sorry, this Playlist is only available to its collaborators.')
      expect(body).not.toContain('Secret')
    }
    for (const path of ['/embed/b00000000000000000', '/embed/nothing']) expect([path, (await see(path)).status]).toEqual([path, 404])
    expect((await see('/embed')).status).toBe(404)
    // No other page can be framed by other sites.
    expect((await see(`/${bead.id}`)).headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })
})

describe('B8 the lists of the overlays', () => {
  it('B8 contributors are the creator and the invitees; open playlists have none', async () => {
    const playlistOf = async (id: string) => (await server.client().get<Bead>(`/api/v0/beads/${id}`)).body
    const personal = await playlistOf(bead.id)
    expect([personal.creator.name, ...personal.invitees!.map(({ name }) => name)]).toEqual(['Ada Rivers', 'Bo Brook'])
    const { client: admin, me } = await server.signUp('Al Admin')
    await updateMember(server.db, me.uid, { isAdmin: true })
    const open = await startBead(admin, { title: 'Everybody', description: 'Of all.', invitees: undefined })
    expect((await playlistOf(open.id)).invitees).toBeUndefined()
  })

  it('B8 W5 followers have pages of 15, latest first, with the total', async () => {
    for (let n = 1; n <= 16; n += 1) {
      const { client } = await server.signUp(`Fan ${n}`)
      expect((await client.post(`/api/v0/beads/${bead.id}/follow`)).status).toBe(200)
    }
    const first = (await server.client().get<Page<{ name: string }>>(`/api/v0/beads/${bead.id}/followers`)).body
    expect(first.results).toHaveLength(15)
    expect([first.results[0]!.name, first.next, first.counts.total]).toEqual(['Fan 16', 15, 16])
    const rest = (await server.client().get<Page<{ name: string }>>(`/api/v0/beads/${bead.id}/followers?from=15`)).body
    expect([rest.results.map(({ name }) => name), rest.next]).toEqual([['Fan 1'], null])
  })
})
