/** The documents of quick posts and of the pages of help (R4, D12). */
import { describe, expect, it } from 'vitest'
import { addPost, startBead } from '../support/content.ts'
import { ada, answerOf, keys, open, post, see, server, setUp, visitor } from '../support/documents.ts'

setUp()

describe('R4 pages of help', () => {
  it.each([
    ['/bookmarklet', 'Post from any page', 'A button for your browser'],
    ['/embedfaqs', 'Strand on your site', 'Show a playlist on your blog'],
  ])('R4 %s → its title, description and canonical URL', async (path, title, description) => {
    const page = await see(path)
    expect(page).toMatchObject({ status: 200, title: `${title} · Strand`, canonical: `https://strand.example${path}` })
    expect(page.description).toContain(description)
    expect(await see(`${path}/`)).toMatchObject({ status: 301, location: path })
  })
})

describe('D12 quick posts', () => {
  const query = new URLSearchParams({
    url: 'https://news.example/"><script>alert(1)</script>',
    title: '</script><script>alert(2)</script>',
    text: '"><img src=x onerror=alert(3)>',
  })

  it('D12 the form → not indexed, not framed by other sites, and without a value of the query in the document', async () => {
    const path = `/bookmarklet/post?${query}`
    const page = await see(path)
    expect(page).toMatchObject({ status: 200, title: 'New post · Strand', robots: 'noindex', canonical: undefined })
    expect(page.html).not.toMatch(/alert\(\d\)|news\.example/)
    const { headers } = await visitor.get(path, { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  })

  it('D12 a member who opens the form from another site → nothing is posted', async () => {
    const count = async () => (await visitor.get(`/api/v0/posts?bead=${open.id}&sort=recent`)).body.counts.total
    const before = await count()
    for (const method of ['GET', 'POST']) {
      const { status } = await ada.client.request(method, `/bookmarklet/post?${query}`, undefined, {
        headers: { 'X-Strand-Request': null, Accept: 'text/html', 'Sec-Fetch-Site': 'cross-site', Origin: 'https://news.example' },
      })
      expect([method, status < 500]).toEqual([method, true])
    }
    expect(await count()).toBe(before)
  })

  it('D12 the confirmation → the post for its creator; for all others a redirect to the post', async () => {
    const page = await see(`/bookmarklet/post/${post.id}`, ada.client)
    expect(page).toMatchObject({ status: 200, title: 'Posted · Strand', robots: 'noindex', canonical: undefined })
    expect(keys(page)).toContain('GET /api/v0/posts/:id')
    expect(answerOf(page, 'GET /api/v0/posts/:id')?.answer).toMatchObject({ id: post.id })
    const { client } = await server.signUp()
    for (const other of [visitor, client])
      expect(await see(`/bookmarklet/post/${post.id}`, other)).toMatchObject({ status: 301, location: encodeURI(`/${post.href}`) })
  })

  it('D12 unknown posts and paths → 404; a post in the draft of another member → 403', async () => {
    for (const path of ['p00000000000000000', open.id, 'x', `${post.id}/more`, '%20'])
      expect([path, (await see(`/bookmarklet/post/${path}`, ada.client)).status]).toEqual([path, 404])
    expect((await see('/bookmarklet/other')).status).toBe(404)
    const draft = await startBead(ada.client, { title: 'Drafted', isDraft: true })
    const hidden = await addPost(ada.client, draft.id, { title: 'Hidden' })
    const page = await see(`/bookmarklet/post/${hidden.id}`)
    expect(page.status).toBe(403)
    expect(page.html).not.toContain('Hidden')
    expect((await see(`/bookmarklet/post/${hidden.id}`, ada.client)).status).toBe(200)
  })
})
