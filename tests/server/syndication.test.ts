import { beforeAll, describe, expect, it } from 'vitest'
import type { Bead, Post } from '#contract/index.ts'
import { createFreshness } from '../../server/features/syndication/freshness.ts'
import { fit, targetOf } from '../../server/features/syndication/oembed.ts'
import { addPost, startBead, updateBead, updateMember, updatePost } from '../support/content.ts'
import { profilePicture } from './accounts-leaving.ts'
import { readXml, type XmlNode } from '../support/xml.ts'
import { ada, server, setUpPeople, visitor } from '../support/people.ts'

/** Text that breaks careless XML writers: markup, `]]>`, control characters, a noncharacter, a surrogate pair and a line separator. */
const hostile = ']]><script>alert(1)</script>&amp;"\'\u0007\u0008\u001b\uffff 😀 \u2028'

let bead: Bead
let posts: Post[]

setUpPeople()
beforeAll(async () => {
  bead = await startBead(ada.client, { title: 'Feed me', description: 'Words & <b>more</b>', tags: ['Jazz'] })
  posts = [
    await addPost(ada.client, bead.id, {
      title: 'First',
      description: '<i>Hello</i> <a href="/about">us</a>',
      tags: ['Jazz', 'Night Bus'],
    }),
    await addPost(ada.client, bead.id, { title: 'A file', media: { href: 'https://files.example/a.mp3?x=1&y=2' }, tags: ['Jazz'] }),
    await addPost(ada.client, bead.id, { title: 'A video', media: { href: 'https://youtu.be/dQw4w9WgXcQ' } }),
  ]
  // Written directly to the database, as if an older version had accepted it.
  const worst = await addPost(ada.client, bead.id, { title: 'worst', media: { href: 'https://files.example/b.mp4' } })
  await updatePost(server.db, worst.id, { title: hostile, tags: [hostile], media: { ...worst.media!, title: hostile, artist: hostile } })
  posts.push(worst)
})

const feed = (what: string, format: string, headers: Record<string, string> = {}) =>
  // Node's fetch adds `Cache-Control: no-cache` to a conditional request, which readers do not.
  visitor.get<string>(`/api/v1/feeds/${what}/${format}`, { headers: { 'Cache-Control': 'max-age=0', ...headers } })
const texts = (node: XmlNode, name: string): string[] => node.all(name).map(({ text }) => text)

describe('BY20 feeds of a playlist', () => {
  it('BY20 RSS 2.0 is well-formed with the required elements, latest first', async () => {
    const { status, headers, body } = await feed(`beads/${bead.id}`, 'rss')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8'])
    const channel = readXml(body).one('channel')
    expect(['title', 'link', 'description'].map((name) => channel.one(name).text)).toEqual([
      'Feed me',
      `${server.url}/${bead.id}`,
      'Words & <b>more</b>',
    ])
    expect(channel.one('atom:link').attributes).toMatchObject({ rel: 'self', href: `${server.url}/api/v1/feeds/beads/${bead.id}/rss` })
    const items = channel.all('item')
    expect(items.map((item) => item.one('title').text)).toEqual([
      ']]><script>alert(1)</script>&amp;"\' 😀 \u2028',
      'A video',
      'A file',
      'First',
    ])
    const first = items[3]!
    expect(first.one('guid').text).toBe(`${server.url}/${posts[0]!.id}`)
    expect(first.one('link').text).toBe(`${server.url}/${posts[0]!.href}`)
    expect(new Date(first.one('pubDate').text).getTime()).toBe(Math.floor(Date.parse(posts[0]!.creationDate) / 1000) * 1000)
    expect(texts(first, 'category')).toEqual(['Jazz', 'NightBus'])
    expect(first.one('dc:creator').text).toBe(ada.name)
    // The formatted text, with absolute links.
    expect(first.one('content:encoded').text).toBe(`<i>Hello</i> <a href="${server.url}/about">us</a>`)
    expect(first.one('description').text).toBe('Hello us')
    expect(items[2]!.one('enclosure').attributes).toEqual({ url: 'https://files.example/a.mp3?x=1&y=2', length: '0', type: 'audio/mpeg' })
    expect(items[1]!.all('enclosure')).toEqual([])
  })

  it('BY20 Atom is well-formed with the required elements', async () => {
    const { headers, body } = await feed(`beads/${bead.id}`, 'atom')
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const root = readXml(body)
    expect(root.name).toBe('feed')
    for (const name of ['id', 'title', 'updated']) expect(root.one(name).text).not.toBe('')
    expect(root.one('updated').text).toBe(posts[3]!.creationDate)
    const entries = root.all('entry')
    expect(entries).toHaveLength(4)
    for (const entry of entries) for (const name of ['id', 'title', 'updated', 'author', 'content']) expect(entry.all(name)).toHaveLength(1)
    expect(entries[2]!.all('link').map(({ attributes }) => attributes)).toEqual([
      { rel: 'alternate', type: 'text/html', href: `${server.url}/${posts[1]!.href}` },
      { rel: 'enclosure', type: 'audio/mpeg', href: 'https://files.example/a.mp3?x=1&y=2' },
    ])
  })

  it('BY20 JSON Feed 1.1 has the required fields', async () => {
    const { headers, body } = await feed(`beads/${bead.id}`, 'json')
    expect(headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
    const parsed = JSON.parse(body)
    expect(parsed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Feed me',
      home_page_url: `${server.url}/${bead.id}`,
      feed_url: `${server.url}/api/v1/feeds/beads/${bead.id}/json`,
    })
    expect(parsed.items[2]).toMatchObject({
      id: `${server.url}/${posts[1]!.id}`,
      url: `${server.url}/${posts[1]!.href}`,
      external_url: 'https://files.example/a.mp3?x=1&y=2',
      tags: ['Jazz'],
      attachments: [{ url: 'https://files.example/a.mp3?x=1&y=2', mime_type: 'audio/mpeg' }],
    })
    for (const { content_html } of parsed.items) expect(typeof content_html).toBe('string')
  })

  it('BY20 a long text is once in RSS, and its start in the description', async () => {
    const long = await startBead(ada.client)
    await addPost(ada.client, long.id, { title: 'Long', description: `${'1 < 2 '.repeat(2000)}end` })
    const [item] = readXml((await feed(`beads/${long.id}`, 'rss')).body)
      .one('channel')
      .all('item')
    expect(item!.one('content:encoded').text).toMatch(/ end$/)
    expect(item!.one('description').text).toMatch(/^1 &lt; 2 1 &lt; 2 .{200,900}…$/)
  })

  it('BY20 markup in a title is escaped in every format', async () => {
    for (const format of ['rss', 'atom', 'json']) {
      const { body } = await feed(`beads/${bead.id}`, format)
      expect(body).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
      if (format !== 'json') expect(body).not.toMatch(/\uffff|<script|<!\[CDATA|]]>/)
      // In the HTML of an item, the title of the medium is escaped.
      const html =
        format === 'json'
          ? JSON.parse(body).items[0].content_html
          : readXml(body)
              .one(format === 'rss' ? 'channel' : 'feed', true)
              .all(format === 'rss' ? 'item' : 'entry')[0]!
              .one(format === 'rss' ? 'content:encoded' : 'content').text
      expect(html).toContain('&lt;script&gt;')
      expect(html).not.toContain('<script')
    }
  })

  it('BY20 conditional requests by ETag and date → 304, after an edit 200', async () => {
    const { headers } = await feed(`beads/${bead.id}`, 'rss')
    const etag = headers.get('etag')!
    const modified = headers.get('last-modified')!
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect((await feed(`beads/${bead.id}`, 'rss', { 'If-None-Match': etag })).status).toBe(304)
    expect((await feed(`beads/${bead.id}`, 'rss', { 'If-Modified-Since': modified })).status).toBe(304)
    await ada.client.post(`/api/v0/posts/${posts[0]!.id}`, { title: 'First, edited' })
    expect((await feed(`beads/${bead.id}`, 'rss', { 'If-None-Match': etag })).status).toBe(200)
    expect((await feed(`beads/${bead.id}`, 'rss', { 'If-Modified-Since': modified })).status).toBe(200)
  })

  it('BY20 successive texts have different Last-Modified dates', () => {
    const modified = createFreshness(2, () => 5_500)
    expect([modified('a', '1'), modified('a', '1'), modified('a', '2'), modified('a', '2')].map(Number)).toEqual([5000, 5000, 6000, 6000])
    modified('b', 'x')
    modified('c', 'x')
    expect(Number(modified('a', '2'))).toBe(5000)
  })
})

describe('BY20 feeds of a member and of a tag', () => {
  it('BY20 feeds contain only published posts', async () => {
    const draft = await startBead(ada.client, { title: 'Not yet', isDraft: true })
    const hidden = await addPost(ada.client, draft.id, { title: 'Hidden', tags: ['Jazz'] })
    for (const what of [`members/${ada.uid}`, 'tags/Jazz', 'tags/jazz']) {
      for (const format of ['rss', 'atom', 'json']) {
        const { status, body } = await feed(what, format)
        expect(status).toBe(200)
        expect(body).toContain('A file')
        expect(body).not.toContain('Hidden')
        expect(body).not.toContain(hidden.id)
      }
    }
    // Feeds have no viewer: the creator of a draft gets a 404 too.
    expect((await feed(`beads/${draft.id}`, 'rss')).status).toBe(403)
    expect((await ada.client.get(`/api/v1/feeds/beads/${draft.id}/rss`)).status).toBe(403)
    await updateBead(server.db, draft.id, { isDraft: true })
  })

  it('BY20 feeds name their playlist, member or tag', async () => {
    await updateMember(server.db, ada.uid, { description: 'Bio <&>' })
    expect(
      readXml((await feed(`members/${ada.uid}`, 'rss')).body)
        .one('channel')
        .one('description').text,
    ).toBe('Bio <&>')
    const tag = JSON.parse((await feed('tags/night%20bus', 'json')).body)
    expect(tag).toMatchObject({
      title: '#NightBus',
      home_page_url: `${server.url}/tag/NightBus`,
      items: [{ id: `${server.url}/${posts[0]!.id}` }],
    })
    expect(JSON.parse((await feed('tags/Nothing', 'json')).body).items).toEqual([])
  })

  it('BY20 feeds of unknown entities → 404', async () => {
    for (const path of ['beads/b00000000000000000', 'members/missing.member', 'tags/%2F%2F'])
      expect((await feed(path, 'rss')).status).toBe(404)
    expect((await feed(`beads/${bead.id}`, 'xml')).status).toBe(400)
  })
})

describe('BY13 oEmbed', () => {
  const oembed = (url: string, more = '') => visitor.get(`/api/oembed?url=${encodeURIComponent(url)}${more}`)

  it('BY13 oEmbed of a playlist → its frame, in the default size', async () => {
    const { status, headers, body } = await oembed(`${server.url}/${bead.id}`)
    expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
      200,
      'application/json; charset=utf-8',
      '*',
    ])
    expect(body).toEqual({
      version: '1.0',
      type: 'rich',
      width: 520,
      height: 480,
      html:
        `<iframe src="${server.url}/embed/${bead.id}" title="Feed me · Strand" width="520" height="480" loading="lazy" ` +
        'allow="autoplay; encrypted-media; fullscreen; picture-in-picture" allowfullscreen ' +
        'referrerpolicy="strict-origin-when-cross-origin" style="border:0;max-width:100%"></iframe>',
      title: 'Feed me',
      author_name: ada.name,
      author_url: `${server.url}/p/${ada.uid}`,
      provider_name: 'Strand',
      provider_url: server.url,
      cache_age: 3600,
    })
    expect((await oembed(`${server.url}/bead/${bead.id}/`)).body.title).toBe('Feed me')
    expect((await oembed(`${server.url}/embed/${bead.id}`)).body.title).toBe('Feed me')
  })

  it.each([
    ['&maxwidth=300', { type: 'rich', width: 300, height: 480 }],
    ['&maxwidth=2000&maxheight=250', { type: 'rich', width: 520, height: 250 }],
    ['&maxwidth=199', { type: 'link' }],
    ['&maxheight=199', { type: 'link' }],
  ])('BY13 oEmbed of a playlist with %s → a frame that fits, or a link if that is too small', async (bounds, fields) => {
    const { body } = await oembed(`${server.url}/${bead.id}`, bounds)
    expect(body).toMatchObject(fields)
    if (fields.type === 'rich') expect(body.html).toContain(` width="${body.width}" height="${body.height}" `)
    else expect(body).not.toHaveProperty('html')
  })

  it.each(['maxwidth=0', 'maxwidth=-1', 'maxheight=1.5', 'maxheight=wide'])('BY13 oEmbed with %s → 400', async (bounds) => {
    expect((await oembed(`${server.url}/${bead.id}`, `&${bounds}`)).status).toBe(400)
  })

  it('BY13 oEmbed of a member → the frame of their posts, or a link if that is too small', async () => {
    for (const url of ['/p/', '/embed/p/'].flatMap((folder) => [`${server.url}${folder}${ada.uid}`, `${server.url}${folder}${ada.uid}/`]))
      expect((await oembed(url)).body).toEqual({
        version: '1.0',
        type: 'rich',
        width: 520,
        height: 480,
        html: expect.stringMatching(
          `^<iframe src="${server.url}/embed/p/${ada.uid}" title="[^"<>]*" width="520" height="480" [^<>]*></iframe>$`,
        ),
        title: `${ada.name} (@${ada.uid})`,
        author_name: ada.name,
        author_url: `${server.url}/p/${ada.uid}`,
        provider_name: 'Strand',
        provider_url: server.url,
        cache_age: 3600,
      })
    expect((await oembed(`${server.url}/p/${ada.uid}`, '&maxwidth=199')).body).toMatchObject({ type: 'link' })
    for (const path of ['/p/unknown.member', '/embed/p/unknown.member']) expect((await oembed(server.url + path)).status).toBe(404)

    const { client, me } = await server.signUp()
    const { image } = (await client.post('/api/v0/me/updateimage', { image: await profilePicture() })).body
    expect((await oembed(`${server.url}/p/${me.uid}`)).body).toMatchObject({
      thumbnail_url: server.url + image,
      thumbnail_width: 260,
      thumbnail_height: 260,
    })
  })

  it('BY13 oEmbed of titles with markup → escaped in html and in XML', async () => {
    const title = `"><script>alert(1)</script>&amp;' onload='x`
    const marked = await startBead(ada.client, { title })
    const frame = ` title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&#39; onload=&#39;x · Strand" `
    const { body } = await oembed(`${server.url}/${marked.id}`)
    expect([body.title, body.html]).toEqual([title, expect.stringContaining(frame)])
    const root = readXml((await oembed(`${server.url}/${marked.id}`, '&format=xml')).body as string)
    expect([root.one('title').text, root.one('html').text]).toEqual([title, body.html])
  })

  it('BY13 oEmbed of a video → the provider’s player within the requested bounds', async () => {
    const { body } = await oembed(`${server.url}/${posts[2]!.href}?t=4`)
    expect(body).toMatchObject({
      type: 'video',
      width: 480,
      height: 268,
      thumbnail_url: expect.stringContaining('hqdefault'),
      thumbnail_width: 480,
      thumbnail_height: 360,
    })
    expect(body.html).toMatch(/^<iframe [^>]*src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?rel=0"/)
    const small = (await oembed(`${server.url}/${posts[2]!.id}`, '&maxwidth=300&maxheight=120')).body
    expect(small).toMatchObject({ type: 'video', width: 214, height: 119 })
    expect(small).not.toHaveProperty('thumbnail_url')
    expect((await oembed(`${server.url}/${posts[2]!.id}`, '&maxwidth=100')).body).toMatchObject({ type: 'link' })
    expect(fit({ maxwidth: 5000, maxheight: 5000 })).toEqual({ width: 5000, height: 2800 })
  })

  it('BY13 oEmbed of files → the browser’s player of a video and of audio', async () => {
    const audio = (await oembed(`${server.url}/${posts[1]!.id}`)).body
    expect(audio).toMatchObject({ type: 'rich', width: 480, height: 54 })
    expect(audio.html).toMatch(/^<audio src="https:\/\/files\.example\/a\.mp3\?x=1&amp;y=2" [^<>]*controls[^<>]*><\/audio>$/)
    expect((await oembed(`${server.url}/${posts[1]!.id}`, '&maxheight=300')).body).toMatchObject({ type: 'rich', height: 54 })

    const root = readXml((await oembed(`${server.url}/${posts[3]!.id}`, '&format=xml')).body as string)
    expect(['type', 'width', 'height', 'title'].map((name) => root.one(name).text)).toEqual([
      'video',
      '480',
      '268',
      ']]><script>alert(1)</script>&amp;"\' 😀 \u2028',
    ])
    expect(root.one('html').text).toMatch(/^<video src="https:\/\/files\.example\/b\.mp4" title="[^"<>]*" [^<>]*><\/video>$/)
  })

  it('BY13 oEmbed of a post without a player → its frame, or a link if that is too small', async () => {
    const root = readXml((await oembed(`${server.url}/${posts[0]!.id}`, '&format=xml')).body as string)
    expect([root.name, root.one('type').text, root.one('title').text]).toEqual(['oembed', 'rich', 'First, edited'])
    const frame = `^<iframe src="${server.url}/embed/${posts[0]!.id}" title="First, edited · Strand" width="520" height="240" `
    expect(root.one('html').text).toMatch(new RegExp(frame))
    expect((await oembed(`${server.url}/embed/${posts[0]!.id}`)).body).toMatchObject({ type: 'rich', title: 'First, edited' })
    expect((await oembed(`${server.url}/${posts[0]!.id}`, '&maxheight=199')).body).toMatchObject({ type: 'link' })
  })

  it('BY13 oEmbed of foreign or unknown URLs → 404, of drafts → 401, other formats → 501', async () => {
    const foreign = [
      `https://evil.example/${bead.id}`,
      `${server.url}.evil.example/${bead.id}`,
      `${server.url}/about`,
      `${server.url}/b00000000000000000`,
      'nonsense',
      `${server.url}/p/${ada.uid}/followers`,
      `${server.url}/embed/${posts[0]!.id}/x`,
      `${server.url}/embed/p`,
      `${server.url}/embed/p/a/b`,
      `${server.url}/embed/p/%3Cscript%3E`,
      'javascript:alert(1)',
      `${server.url}/x/${posts[0]!.id}`,
    ]
    for (const url of foreign) expect([url, (await oembed(url)).status]).toEqual([url, 404])
    const draft = await startBead(ada.client, { title: 'Secret', isDraft: true })
    const hidden = await addPost(ada.client, draft.id, { title: 'Hidden' })
    for (const url of [`${server.url}/${draft.id}`, `${server.url}/${hidden.href}`, `${server.url}/embed/${hidden.id}`]) {
      const { status, body } = await oembed(url)
      expect(status).toBe(401)
      expect(JSON.stringify(body)).not.toMatch(/Secret|Hidden/)
    }
    expect((await oembed(`${server.url}/${bead.id}`, '&format=yaml')).status).toBe(501)
    expect((await visitor.get('/api/oembed')).status).toBe(400)
    expect(targetOf(`http://user@${server.url.slice(7)}/${bead.id}`, server.url)).toEqual({ kind: 'bead', id: bead.id })
  })
})

describe('BY13 BY20 discovery', () => {
  const page = async (path: string, client = visitor) =>
    (await client.get<string>(path, { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })).body
  const links = (html: string) =>
    [...html.matchAll(/<link rel="alternate" type="([^"]+)" title="[^"]*" href="([^"]+)">/g)].map(
      ([, type, href]) => [type, href!.replaceAll('&amp;', '&')] as const,
    )

  it('BY13 BY20 pages link to their feeds and oEmbed, and all links work', async () => {
    const [ofBead, ofPost, ofMember] = await Promise.all([page(`/${bead.id}`), page(`/${posts[1]!.href}`), page(`/p/${ada.uid}`)])
    expect(links(ofBead).map(([type]) => type)).toEqual([
      'application/rss+xml',
      'application/atom+xml',
      'application/feed+json',
      'application/json+oembed',
      'text/xml+oembed',
    ])
    expect(links(ofMember).map(([type]) => type)).toEqual(links(ofBead).map(([type]) => type))
    for (const [, href] of [...links(ofBead), ...links(ofPost), ...links(ofMember)]) {
      expect(href.startsWith(server.url)).toBe(true)
      expect((await fetch(href)).status).toBe(200)
    }
  })

  it('BY20 pages of a draft have no such links, not even for its creator', async () => {
    const draft = await startBead(ada.client, { title: 'Drafted', isDraft: true })
    expect(links(await page(`/${draft.id}`, ada.client))).toEqual([])
  })
})

it('BY20 the XML parser of these tests rejects malformed documents', () => {
  for (const broken of ['<a>', '<a>&nbsp;</a>', '<a b="<"/>', '<a>\u0007</a>', '<a/><b/>']) expect(() => readXml(broken)).toThrow()
})
