/** J1 the document of a widget: headers, parameters, dead posts and partners. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { endpoints, type Bead, type Media } from '#contract/index.ts'
import { categories, legalPages } from '#contract/rules.ts'
import type { WidgetData } from '#contract/widget.ts'
import { contrast, palettesOf } from '../../server/features/pages/embed/colours.ts'
import { addPost, startBead, updateMember, updatePost } from '../support/content.ts'
import { unescapeHtml } from '../support/documents.ts'
import { fuzzRuns } from '../support/fuzz.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

const skins = [
  { key: 'north', name: 'North <Film>', intro: 'Sign up to send us "your" film.' },
  { key: 'south', name: 'South Radio', theme: 'white' },
]

let server: TestServer
let ada: Client
let bead: Bead

beforeAll(async () => {
  server = await startTestServer({
    env: {
      PUBLIC_URL: 'https://strand.example',
      STRAND_PARTNERS: 'north:NorthFilm+NorthChallenge,south:SouthRadio+SouthChallenge,east:East+EastChallenge',
      STRAND_PARTNER_SKINS: JSON.stringify(skins),
    },
  })
  ada = (await server.signUp('Ada Rivers')).client
  bead = await startBead(ada, { title: 'Thirty', invitees: [] })
  for (let n = 1; n <= 30; n += 1) await addPost(ada, bead.id, { title: `Number ${n}.` })
})
afterAll(() => server.close())

async function see(path: string, client = server.client()) {
  const {
    status,
    headers,
    body: sent,
  } = await client.get<string>(path, {
    headers: { 'X-Strand-Request': null, Accept: 'text/html', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'iframe' },
  })
  const body = String(sent)
  const [, json = '{}'] = /<script type="application\/json" id="strand-widget">(.*?)<\/script>/s.exec(body) ?? []
  return {
    status,
    headers,
    body,
    titles: [...body.matchAll(/<b>(.*?)<\/b>/g)].map(([, title]) => unescapeHtml(title!)),
    theme: /<html[^>]* data-theme="(\w+)"/.exec(body)?.[1] ?? 'auto',
    css: /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '',
    data: JSON.parse(json) as WidgetData,
  }
}
const embed = (query: string) => see(`/embed/${bead.id}${query}`)

describe('headers', () => {
  it('J1 the widget is public, cached, without a cookie, and may be framed; its policy allows only players', async () => {
    for (const client of [server.client(), ada]) {
      const { headers, css } = await see(`/embed/${bead.id}?accent=0a7`, client)
      expect(headers.getSetCookie()).toEqual([])
      expect(headers.get('cache-control')).toBe('public, max-age=300')
      expect(headers.get('vary') ?? '').not.toMatch(/cookie/i)
      expect([headers.get('x-frame-options'), headers.get('cross-origin-opener-policy')]).toEqual([null, null])
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      const policy = Object.fromEntries(
        headers
          .get('content-security-policy')!
          .split(';')
          .map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1)]),
      )
      const own = ["'self'", 'https://strand.example']
      expect(policy).toEqual({
        'default-src': ["'none'"],
        'script-src': [
          ...own,
          'https://www.youtube.com/iframe_api',
          'https://www.youtube.com/s/player/',
          'https://w.soundcloud.com/player/api.js',
        ],
        'style-src': [`'sha256-${createHash('sha256').update(css).digest('base64')}'`],
        'frame-src': [
          'https://www.youtube-nocookie.com',
          'https://player.vimeo.com',
          'https://w.soundcloud.com',
          'https://player.twitch.tv',
          'https://www.tiktok.com',
        ],
        'img-src': [...own, 'data:', 'https:'],
        'media-src': [...own, 'blob:', 'https:'],
        'connect-src': [...own, 'https:'],
        'worker-src': [...own, 'blob:'],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ['*'],
      })
    }
  })

  it('J1 BY7 no other page may be framed, and none opens a window of the embedding site', async () => {
    const { href } = await addPost(ada, bead.id, { title: 'One more.' })
    const apiPaths = Object.keys(endpoints).map((key) => key.split(' ')[1]!.replaceAll(/:\w+/g, 'x'))
    const paths = [
      '/',
      '/discover',
      ...categories.map((category) => `/${category}`),
      ...legalPages.map((page) => `/${page}`),
      bead.href,
      `/${href}`,
      `${bead.href}/followers`,
      '/p/ada.rivers',
      '/p/ada.rivers/followers',
      '/p/ada.rivers/collection',
      '/t/film/followers',
      '/search/songs',
      '/activity',
      '/trending',
      '/collection',
      '/login',
      '/signupform',
      '/preferences',
      '/followtags',
      '/about',
      '/bookmarklet',
      '/bookmarklet/post/p00000000000000000',
      '/embedfaqs',
      '/privileges',
      '/admin',
      '/tv',
      '/cast/receiver',
      '/pair',
      '/tvos/connect',
      '/embed',
      '/embed/',
      '/embed/x/y',
      '/embed/p/ada.rivers/x',
      `/embed/${bead.id}/x`,
      `//embed/${bead.id}`,
      `/EMBED/${bead.id}`,
      '/embedx',
      '/embed.js',
      '/nothing/here',
      ...new Set(apiPaths),
    ]
    expect(apiPaths.length).toBeGreaterThan(50)
    for (const path of paths) {
      const { headers } = await see(path, ada)
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'SAMEORIGIN'])
      expect([path, headers.get('content-security-policy')]).toEqual([path, expect.stringContaining("frame-ancestors 'self'")])
    }
  })

  it('J1 errors may be framed too, are not cached, and name no playlist', async () => {
    const draft = await startBead(ada, { title: 'Secret', invitees: [], isDraft: true })
    for (const [path, expected] of [
      [`/embed/${draft.id}?theme=dark&accent=f00`, 403],
      ['/embed/b00000000000000000', 404],
      ['/embed/p00000000000000000', 404],
      ['/embed/%3Cscript%3E', 404],
    ] as const) {
      const { status, headers, body } = await see(path, ada)
      expect([path, status]).toEqual([path, expected])
      expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([null, 'no-cache'])
      expect(body).not.toMatch(/Secret|<script>/)
    }
    // Other methods than reading are no pages.
    expect((await ada.post(`/embed/${bead.id}`)).status).toBe(404)
  })
})

describe('parameters', () => {
  it('J1 B9 15 posts, or 25 or 100; another number is ignored', async () => {
    for (const [query, expected] of [
      ['', 15],
      ['?posts=25', 25],
      ['?posts=100', 31],
      ['?posts=1000', 15],
      ['?posts=25&posts=25', 15],
    ] as const)
      expect([query, (await embed(query)).titles.length]).toEqual([query, expected])
  })

  it('J1 the theme is that of the visitor, or light or dark', async () => {
    expect((await embed('')).theme).toBe('auto')
    expect((await embed('?theme=dark')).theme).toBe('dark')
    expect((await embed('?theme=light')).theme).toBe('light')
    expect((await embed('?theme=blue')).theme).toBe('auto')
  })

  it('J1 the accent is in the style sheet, and nothing else of the parameter', async () => {
    expect((await embed('?accent=0a7')).css).toContain('--accent:#00aa77')
    const plain = (await embed('')).css
    for (const accent of ['red', '0a7;}*{display:none', '</style><script>alert(1)</script>', '0a7"'])
      expect((await embed(`?accent=${encodeURIComponent(accent)}`)).css).toBe(plain)
  })

  it('J1 the order is a choice in the frame, which keeps the other options; filters=off removes it', async () => {
    const recent = await embed('?theme=dark&posts=25')
    expect(recent.titles[0]).toBe('Number 1.')
    const href = `/embed/${bead.id}?posts=25&amp;theme=dark&amp;sort=recent`
    expect(recent.body).toContain(`<a href="${href}">Recent</a>`)
    const sorted = await see(unescapeHtml(href))
    expect(sorted.titles[0]).toBe('One more.')
    expect(sorted.body).toContain(`aria-current="true">Recent</a>`)
    const off = await embed('?filters=off&sort=recent')
    expect(off.body).not.toContain('<nav')
    expect(off.titles[0]).toBe('One more.')
  })

  it('J1 all links but the orders open in a new window, also the one that adds a post', async () => {
    const { client: admin, me } = await server.signUp('Olga Open')
    await updateMember(server.db, me.uid, { isAdmin: true })
    const open = await startBead(admin, { title: 'Anyone', description: 'Of all.', invitees: undefined })
    await addPost(admin, open.id, { title: 'First.' })
    const { body } = await see(`/embed/${open.id}?filters=off`)
    expect(body).toContain('>Add a post</a>')
    const links = [...body.matchAll(/<a ([^>]*)>/g)]
    expect(links.length).toBeGreaterThan(3)
    for (const [, attributes] of links) expect(attributes).toContain('target="_blank" rel="noopener"')
    expect((await embed('')).body).not.toContain('Add a post')
  })

  it('J1 parameters of the address never reach the markup', async () => {
    const attack = encodeURIComponent('"><img src=x onerror=alert(1)>')
    for (const name of ['posts', 'theme', 'accent', 'mode', 'partner', 'filters', 'sort', 'x']) {
      const { body, status } = await embed(`?${name}=${attack}`)
      expect([name, status, body.includes('onerror')]).toEqual([name, 200, false])
    }
  })
})

describe('posts', () => {
  const youTube = 'https://youtu.be/dQw4w9WgXcQ'

  it('J1 the data has the posts that can be played, with their numbers in the rows', async () => {
    const mixed = await startBead(ada, { title: 'Mixed', invitees: [] })
    await addPost(ada, mixed.id, { title: 'A text.' })
    const film = await addPost(ada, mixed.id, { title: '</script><b>Film.', media: { href: youTube } })
    const { body, data, titles } = await see(`/embed/${mixed.id}`)
    expect(titles).toEqual(['A text.', '</script><b>Film.'])
    expect(data.posts).toEqual([
      expect.objectContaining({ id: film.id, title: '</script><b>Film.', href: film.href, creator: { name: 'Ada Rivers' } }),
    ])
    expect(data.posts[0]!.bead).toEqual({ id: mixed.id, title: 'Mixed', image: mixed.image })
    expect(data.posts[0]!.media.media[0]).toMatchObject({ type: 'youtube', uri: 'dQw4w9WgXcQ' })
    expect(body.match(/<li data-post="0">/g)).toHaveLength(1)
    expect(body.match(/<li>/g)).toHaveLength(1)
    expect(body.match(/<\/script>/g)).toHaveLength(body.match(/<script /g)!.length)
  })

  it('J1 the pictures of the first 25 posts load at once: WebKit may not end the load of two widgets with the same lazy picture', async () => {
    const films = await startBead(ada, { title: 'Films', invitees: [] })
    for (let n = 1; n <= 27; n += 1)
      await addPost(ada, films.id, { title: `Film ${n}.`, media: { href: `https://youtu.be/dQw4w9WgX${String(n).padStart(2, '0')}` } })
    const { body } = await see(`/embed/${films.id}?posts=100`)
    const rows = [...body.matchAll(/<li[^>]*>.*?<\/li>/gs)].map(([row]) => row.includes('<img ') && !row.includes('loading="lazy"'))
    expect(rows).toEqual([...Array<boolean>(25).fill(true), false, false])
    expect(/<header.*?<\/header>/s.exec(body)![0]).not.toContain('lazy')
  })

  it('J1 a medium with a known artist → the row and the player name the artist', async () => {
    const songs = await startBead(ada, { title: 'Songs', invitees: [] })
    await addPost(ada, songs.id, { title: 'A song.', media: { href: youTube, who: ['The Band'] } })
    const { body, data } = await see(`/embed/${songs.id}`)
    expect(body).toContain('<small>The Band</small>')
    expect(data.posts[0]!.creator).toEqual({ name: 'The Band' })
  })

  it('J1 BY8 dead posts are left out, and later ones take their places', async () => {
    const long = await startBead(ada, { title: 'Half dead', invitees: [] })
    for (let n = 1; n <= 20; n += 1) {
      const { id, media } = await addPost(ada, long.id, { title: `Number ${n}.`, media: { href: youTube }, repeat: true })
      const dead: Media = { ...media!, status: 404, media: media!.media.map((stream) => ({ ...stream, status: 404 })) }
      if (n % 2 === 0) await updatePost(server.db, id, { media: dead, isDead: true })
    }
    const { titles, data } = await see(`/embed/${long.id}`)
    expect(titles).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19].map((n) => `Number ${n}.`))
    expect(data.posts.map(({ title }) => title)).toEqual(titles)
  })

  it("J1 a member's block does not concern visitors, with or without the session of the member", async () => {
    const { client, me } = await server.signUp('Bo Blocked')
    const theirs = await startBead(client, { title: 'Of Bo', invitees: [] })
    await addPost(client, theirs.id, { title: 'Hello.' })
    expect((await ada.post(`/api/v0/members/${me.uid}/block`)).status).toBe(200)
    for (const viewer of [server.client(), ada]) expect((await see(`/embed/${theirs.id}`, viewer)).titles).toEqual(['Hello.'])
  })
})

describe('partners', () => {
  it('J1 PS1 a partner has its name and intro, 100 posts, and its key in the links; a white skin is light', async () => {
    const branded = await embed('?partner=north')
    expect(branded.body).toContain('<span class="partner">North &lt;Film&gt;</span>')
    expect(branded.body).toContain('<p>Sign up to send us &quot;your&quot; film.</p>')
    expect(branded.titles).toHaveLength(31)
    expect(branded.theme).toBe('auto')
    expect(branded.body).toContain(`href="https://strand.example/${bead.id}?partner=north"`)
    expect(branded.headers.getSetCookie()).toEqual([])
    expect((await embed('?partner=south')).theme).toBe('light')
    expect((await embed('?partner=south&theme=dark&posts=15')).theme).toBe('dark')
    expect((await embed('?partner=south&posts=15')).titles).toHaveLength(15)
  })

  it("J1 PS1 a partner's playlist has its look without a parameter; a partner without a skin has none", async () => {
    const own = await startBead(ada, { title: 'Of the partner', invitees: [], tags: ['SouthRadio'] })
    await addPost(ada, own.id, { title: 'Hello.' })
    expect((await see(`/embed/${own.id}`)).body).toContain('South Radio</span>')
    expect((await see(`/embed/${own.id}?partner=north`)).body).toContain('South Radio</span>')
    for (const key of ['east', 'unknown', 'north%22']) expect((await embed(`?partner=${key}`)).body).not.toContain('class="partner"')
  })
})

test('J1 every accent is readable in both themes: 4.5:1 on buttons, as text on each background, and soft text', () => {
  const accents = fc.oneof(
    fc.constantFrom('#000000', '#ffffff', '#777777', '#ff0000', '#ffff00', '#0000ff', '#1c1c1f'),
    fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`),
  )
  fc.assert(
    fc.property(fc.option(accents), (accent) => {
      for (const palette of Object.values(palettesOf(accent))) {
        if (accent !== null) expect(palette.accent).toBe(accent)
        expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5)
        for (const surface of [palette.canvas, palette.hover, palette.wash])
          for (const text of [palette.text, palette.soft, palette.accentText])
            expect(contrast(text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { numRuns: fuzzRuns(2000) },
  )
})
