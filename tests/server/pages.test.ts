import { describe, expect, it } from 'vitest'
import { addPost, startBead, updateMember, updatePost } from '../support/content.ts'
import { setUp, server, ada, visitor, open, personal, post, see, keys, answerOf } from '../support/documents.ts'

setUp()

describe('R2 R3 R7 R9 R10 R12 pages of the shell', () => {
  it.each([
    ['/about', 'About · Strand', '/about'],
    ['/tos', 'Terms of service · Strand', '/tos'],
    ['/trending', 'Trending · Strand', '/trending'],
    ['/activity', 'Activity · Strand', '/activity'],
  ])('%s has its title and a canonical URL', async (path, title, canonical) => {
    expect(await see(path)).toMatchObject({ status: 200, title, canonical: `https://strand.example${canonical}` })
  })
  it.each(['/tos', '/acceptable-use', '/copyright', '/privacy'])('R3 %s?direct=y redirects to the plain path', async (path) => {
    expect(await see(`${path}?direct=y&from=app`)).toMatchObject({ status: 301, location: path })
    expect((await see(`${path}?direct=n`)).status).toBe(200)
  })
  it.each([
    '/preferences',
    '/collection',
    '/followtags',
    '/tvos/connect',
    '/pair',
    '/tv',
    '/admin',
    '/admin/setprivileges',
    '/admin/members',
    '/admin/playlists',
    '/admin/log',
    '/admin/health',
    '/admin/system',
    '/r/admin/index.html',
  ])('%s is private → noindex', async (path) => {
    const page = await see(path)
    expect(page.status).toBe(200)
    expect(page.meta('robots')).toBe('noindex')
  })
  it('lists of a member and a playlist have titles with their names; unknown ones → 404', async () => {
    expect(await see(`/p/${ada.uid}/followers`)).toMatchObject({
      title: 'Followers of Ada Rivers · Strand',
      canonical: `https://strand.example/p/${ada.uid}/followers`,
    })
    expect(await see(`/p/${ada.uid}/posts/created`)).toMatchObject({ title: 'Posts by Ada Rivers · Strand' })
    expect(await see(`${open.href}/followers`)).toMatchObject({
      title: 'Followers of What wakes you up? · Strand',
      canonical: `https://strand.example${open.href}/followers`,
    })
    expect((await see('/p/missing.member/followers')).status).toBe(404)
    expect((await see('/b00000000000000000/followers')).status).toBe(404)
  })
  it.each([
    ['/feed?a=b', '/activity?a=b'],
    [`/bead/b00000000000000000/followers`, '/b00000000000000000/followers'],
  ])('%s redirects to %s', async (path, to) => {
    expect(await see(path)).toMatchObject({ status: 301, location: to })
  })
})

describe('BY13 titles and tags of a page', () => {
  it('BY13 BY24 a playlist → title, description, canonical, preview tags, and text and links without scripts', async () => {
    const page = await see(`/${open.id}?sort=recent`)
    expect(page.status).toBe(200)
    expect(page.title).toBe('What wakes you up? · Strand')
    expect(page.meta('description')).toBe('One song each, and why.')
    expect(page.canonical).toBe(`https://strand.example/${open.id}`)
    expect(page.meta('og:url')).toBe(page.canonical)
    expect(page.meta('og:title')).toBe('What wakes you up?')
    expect(page.meta('og:site_name')).toBe('Strand')
    expect(page.meta('og:image')).toBe('https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg')
    expect(page.meta('twitter:card')).toBe('summary_large_image')
    expect(page.html).toContain(
      `<noscript><main><h1>What wakes you up?</h1><p>One song each, and why.</p><ul><li><a href="/${post.href}">Ça va</a>`,
    )
  })

  it('BY13 a post → description without markup, and OpenGraph type', async () => {
    const page = await see(`/${post.href}`)
    expect(page.title).toBe('Ça va · Strand')
    expect(page.meta('description')).toBe('Said softly. Twice.')
    expect(page.meta('og:type')).toBe('video.other')
    expect(page.canonical).toBe(`https://strand.example/${open.id}/ca-va-${post.id}`)
  })

  it('BY13 a video that can be framed → OpenGraph video and player card; audio → the card; others and drafts → neither', async () => {
    const src = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0'
    const video = await see(`/${post.href}`)
    expect(['og:video', 'og:video:secure_url', 'twitter:player'].map(video.meta)).toEqual([src, src, src])
    expect(['og:video:type', 'og:video:width', 'og:video:height', 'twitter:card'].map(video.meta)).toEqual([
      'text/html',
      '1280',
      '720',
      'player',
    ])
    expect([video.meta('twitter:player:width'), video.meta('twitter:player:height')]).toEqual(['1280', '720'])

    const add = async (bead: string, href: string) =>
      see(`/${(await addPost(ada.client, bead, { title: 'x', media: { href } })).href}`, ada.client)
    const image = { image: 'https://i.example/a.jpg' }
    const song = await addPost(ada.client, open.id, { title: 'Song', media: { href: 'https://soundcloud.com/ann/song' } })
    await updatePost(server.db, song.id, { media: { ...song.media!, ...image } })
    const audio = await see(`/${song.href}`)
    expect(audio.meta('twitter:player')).toMatch(/^https:\/\/w\.soundcloud\.com\/player\/\?url=/)
    expect([audio.meta('twitter:card'), audio.meta('og:video')]).toEqual(['player', undefined])

    const draft = await startBead(ada.client, { title: 'Drafted', isDraft: true })
    for (const page of [
      await add(open.id, 'https://files.example/a.mp4'),
      await add(draft.id, 'https://youtu.be/dQw4w9WgXcQ'),
      await see(`/${open.id}`),
    ]) {
      expect(page.status).toBe(200)
      expect(['og:video', 'twitter:player'].map(page.meta)).toEqual([undefined, undefined])
      expect(page.meta('twitter:card')).not.toBe('player')
    }
  })

  it('BY13 a member → profile tags, and the absolute URL of an uploaded image', async () => {
    await updateMember(server.db, ada.uid, { description: 'Collects mornings.', image: '/images/people/ada.jpg' })
    const page = await see(`/p/${ada.uid}`)
    expect(page.title).toBe(`Ada Rivers (@${ada.uid}) · Strand`)
    expect(page.meta('description')).toBe('Collects mornings.')
    expect(page.meta('og:type')).toBe('profile')
    expect(page.meta('og:image')).toBe('https://strand.example/images/people/ada.jpg')
  })

  it('R1 home, discover and each category have title and canonical URL', async () => {
    expect((await see('/')).canonical).toBe('https://strand.example/discover')
    expect((await see('/discover')).canonical).toBe('https://strand.example/discover')
    expect(await see('/film')).toMatchObject({ status: 200, title: 'Film & TV · Strand', canonical: 'https://strand.example/film' })
    for (const category of ['music', 'comedy', 'sports', 'food', 'fashion', 'art', 'books', 'ideas', 'learning', 'other'])
      expect((await see(`/${category}`)).status).toBe(200)
  })

  it.each([
    ['/login', '/login'],
    ['/login/twitter', '/login'],
    ['/login/forgotPassword', '/login'],
    ['/login/signup', '/signupform'],
    ['/signupform', '/signupform'],
  ])('R11 BY13 %s is found as %s', async (path, canonical) => {
    expect(await see(path)).toMatchObject({ status: 200, canonical: `https://strand.example${canonical}` })
  })

  it('BY13 a long description is cut at a word boundary', async () => {
    const { id } = await startBead(ada.client, { description: 'word '.repeat(200) })
    const description = (await see(`/${id}`)).meta('description')!
    expect(description.length).toBeLessThanOrEqual(240)
    expect(description).toMatch(/word…$/)
  })
})

describe('R5 R6 paths', () => {
  it.each([
    ['a former playlist path', () => `/bead/${open.id}?sort=recent`, () => `/${open.id}?sort=recent`],
    ['a former post path', () => `/bead/${open.id}/${post.id}`, () => `/${post.href}`],
    ['another slug', () => `/${open.id}/old-title-${post.id}?newPost`, () => `/${post.href}?newPost`],
    ['a post id without slug', () => `/${open.id}/${post.id}`, () => `/${post.href}`],
    ['a post in another playlist', () => `/${personal.id}/x-${post.id}`, () => `/${post.href}`],
    ['a trailing slash', () => `/${open.id}/?a=b`, () => `/${open.id}?a=b`],
    ['a category in capitals', () => '/Music', () => '/music'],
    ['a uid in another case', () => `/p/${ada.uid.toUpperCase()}`, () => `/p/${ada.uid}`],
  ])('R5 %s redirects to the canonical one', async (_what, from, to) => {
    expect(await see(from())).toMatchObject({ status: 301, location: to() })
  })

  it('R5 redirects are not cached without revalidation', async () => {
    const reply = await visitor.get(`/${open.id}/old-title-${post.id}`, { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([301, 'no-cache'])
  })

  it('R6 /{post} by id or by the last part of its path → the post', async () => {
    for (const path of [`/${post.id}`, `/ca-va-${post.id}`, `/${post.id}?newPost`]) {
      const page = await see(path)
      expect(page).toMatchObject({ status: 200, canonical: `https://strand.example/${post.href}` })
      expect(answerOf(page, 'GET /api/v0/posts/:id')).toMatchObject({ input: { params: { id: post.id } }, answer: { id: post.id } })
    }
  })

  it('R5 non-Latin letters in a path → the post', async () => {
    const other = await addPost(ada.client, open.id, { title: '日本の歌' })
    expect(other.href).toContain('日本の歌')
    const page = await see(`/${encodeURI(other.href)}`)
    expect(page).toMatchObject({ status: 200, canonical: `https://strand.example/${encodeURI(other.href)}` })
    expect((await see(`/${open.id}/x-${other.id}`)).location).toBe(`/${encodeURI(other.href)}`)
  })

  it('R5 a long title in a slug is not cut within a character', async () => {
    const other = await addPost(ada.client, open.id, { title: `${'a'.repeat(59)}𐌰𐌱` })
    expect(other.href).toBe(`${open.id}/${'a'.repeat(59)}-${other.id}`)
    expect(await see(`/${other.href}`)).toMatchObject({ status: 200, canonical: `https://strand.example/${other.href}` })
  })

  it.each([
    '/nothing',
    '/b00000000000000000',
    '/p00000000000000000',
    '/x-p00000000000000000',
    '/p/missing.member',
    '/p/a',
    '/p',
    '/bead',
    '/bead/x',
    '/%E0%A4%A',
    '/b00000000000000000/x',
    '/a/b/c/d',
    '/music/x',
    '/constructor',
    '/__proto__',
    '/wp-login.php',
    '/.env',
    '/discover/x',
  ])('R5 %s → the not-found page with status 404 and noindex', async (path) => {
    const page = await see(path)
    expect(page.status).toBe(404)
    expect(page.meta('robots')).toBe('noindex')
    expect(page.canonical).toBeUndefined()
    // The page of an unknown member also contains the failed answer about the member.
    const memberKeys = path === '/p/missing.member' ? ['GET /api/v0/members/:uid'] : []
    expect(keys(page)).toEqual(['GET /api/v0/me', 'GET /api/v0/site', ...memberKeys])
  })

  it.each([
    '//evil.example/',
    '//evil.example/x/',
    '/\\evil.example/',
    '/%5Cevil.example/',
    '///',
    '/%2F%2Fevil.example/',
    `//evil.example`,
  ])('R5 %s never redirects to another site', async (path) => {
    const { status, location } = await see(path)
    if (location === null) expect(status).toBe(404)
    else expect(new URL(location, 'https://strand.example/').origin).toBe('https://strand.example')
  })

  it('R5 an unknown path without Accept: text/html → JSON error', async () => {
    expect((await visitor.get('/nothing')).body).toMatchObject({ code: 'not_found' })
    expect((await visitor.get('/api/v0/nothing', { headers: { Accept: 'text/html', 'X-Strand-Request': null } })).status).toBe(404)
    expect((await visitor.post('/nothing')).status).toBe(404)
  })

  it('B11 a draft of others → 403 without its contents', async () => {
    const draft = await startBead(ada.client, { title: 'Hidden title', description: 'Hidden words', isDraft: true })
    const inside = await addPost(ada.client, draft.id, { title: 'Hidden post' })
    for (const path of [`/${draft.id}`, `/${inside.id}`, `/${inside.href}`]) {
      const page = await see(path)
      expect(page.status).toBe(403)
      expect(page.html).not.toContain('Hidden')
      expect(page.meta('description')).toBe('Sorry, this Playlist is only available to its collaborators.')
      expect(page.meta('robots')).toBe('noindex')
      expect((await see(path, ada.client)).status).toBe(200)
    }
  })
})
