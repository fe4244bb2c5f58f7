import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { legalPages, legalSpans, legalTexts, type Bead } from '#contract/index.ts'
import { parseCollectionQuery, collectionFiltersQuery, collectionPostsQuery } from '#contract/pages/collection.ts'
import { addPost, startBead } from '../support/content.ts'
import { readDocument } from '../support/documents.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: Client
let visitor: Client
let uid: string
let bead: Bead

beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://strand.example' } })
  const signedUp = await server.signUp('Ada Jazz')
  ada = signedUp.client
  uid = signedUp.me.uid
  visitor = server.client()
  bead = await startBead(ada, { title: 'Jazz for Sundays', category: 'music' })
  for (let n = 0; n < 3; n += 1) {
    const { id } = await addPost(ada, bead.id, { title: `Jazz ${n}`, tags: n === 0 ? ['Cool Jazz'] : ['Piano'] })
    await ada.post(`/api/v0/posts/${id}/collect`)
  }
})
afterAll(() => server.close())

async function see(path: string, client = visitor) {
  const page = await readDocument(client, path)
  return { ...page, of: (key: string) => page.data.filter((one) => one.key === key) }
}

const expected = (
  search: string,
  viewer: string | null,
  address = { uid: null as string | null, of: 'collected' as 'collected' | 'created' },
) => parseCollectionQuery(address, new URLSearchParams(search), viewer)

describe('the documents of collections', () => {
  it('R7 Y1 the own collection has posts and filters, and noindex', async () => {
    const page = await see('/collection', ada)
    expect(page).toMatchObject({ status: 200, title: 'Ada Jazz’s collection · Strand', robots: 'noindex', canonical: undefined })
    expect(page.of('GET /api/v0/posts')).toMatchObject([
      { input: { query: collectionPostsQuery(expected('', uid)) }, answer: { counts: { total: 3 } } },
    ])
    expect(page.of('GET /api/v1/collection/filters')).toMatchObject([
      { input: { query: collectionFiltersQuery(expected('', uid), 'tag') }, answer: { counts: { total: 3 } } },
    ])
  })

  it('Y1 /collection of a visitor → 200 with noindex and without data', async () => {
    const page = await see('/collection')
    expect(page).toMatchObject({ status: 200, title: 'Collection · Strand', robots: 'noindex' })
    expect(page.of('GET /api/v0/posts')).toEqual([])
  })

  it('R7 collection and posts of a member have separate canonical URLs', async () => {
    expect(await see(`/p/${uid}/collection`)).toMatchObject({ status: 200, canonical: `https://strand.example/p/${uid}/collection` })
    expect(await see(`/p/${uid}/posts/collected`)).toMatchObject({ status: 200, canonical: `https://strand.example/p/${uid}/collection` })
    const created = await see(`/p/${uid}/posts/created`)
    expect(created).toMatchObject({
      status: 200,
      title: 'Posts by Ada Jazz · Strand',
      canonical: `https://strand.example/p/${uid}/posts/created`,
    })
    expect(created.of('GET /api/v0/posts')[0]!.answer.counts.total).toBe(3)
    expect(await see(`/p/${uid}/posts/nothing`)).toMatchObject({ status: 404 })
    expect(await see('/p/missing.member/collection')).toMatchObject({ status: 404 })
    expect(await see('/collection?collectedby=missing.member')).toMatchObject({ status: 404 })
  })

  it('Y2 R13 filters of the URL → the answers for posts and for each filter group', async () => {
    const page = await see('/collection?tag=CoolJazz&sort=earliest', ada)
    expect(page.of('GET /api/v0/posts')).toMatchObject([
      { input: { query: { tag: 'cooljazz', sort: 'earliest', collectedby: uid } }, answer: { counts: { total: 1 } } },
    ])
    expect(page.of('GET /api/v1/collection/filters').map(({ input }) => input.query)).toEqual([
      collectionFiltersQuery(expected('tag=cooljazz', uid), 'tag'),
      collectionFiltersQuery(expected('tag=cooljazz', uid), 'bead'),
    ])
    expect(page.canonical).toBeUndefined()
  })

  it('Y2 an unknown playlist as filter → 200', async () => {
    const page = await see(`/collection?bead=b${'0'.repeat(17)}`, ada)
    expect(page.status).toBe(200)
  })
})

describe('documents of texts', () => {
  it.each(legalPages)('R3 /%s contains its full text and links to the other three', async (page) => {
    const { status, html, canonical } = await see(`/${page}`)
    expect({ status, canonical }).toEqual({ status: 200, canonical: `https://strand.example/${page}` })
    const plain = html
      .slice(0, html.indexOf('</noscript>'))
      .replace(/<[^>]+>/g, '')
      .replace(/\s+/g, ' ')
    const { sections } = legalTexts[page]
    expect(sections.length).toBeGreaterThan(5)
    for (const { heading, blocks } of sections) {
      expect(plain).toContain(heading)
      for (const text of blocks.flat())
        expect(plain).toContain(
          legalSpans(text)
            .map((span) => span.text)
            .join(''),
        )
    }
    for (const other of legalPages) if (other !== page) expect(html).toContain(`<a href="/${other}">`)
  })

  it('R3 all links and anchors of legal texts exist', async () => {
    for (const { sections } of Object.values(legalTexts)) {
      expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
      for (const href of sections
        .flatMap(({ blocks }) => blocks.flat())
        .flatMap((text) => legalSpans(text))
        .flatMap(({ href }) => href ?? [])) {
        const [path, place] = href.split('#') as [string, string?]
        const { status, html } = await see(path)
        expect(status, href).toBe(200)
        if (place !== undefined) expect(html, href).toContain(`<h2 id="${place}">`)
      }
    }
  })

  it('R2 /about contains its text', async () => {
    const { status, title, canonical, html } = await see('/about')
    expect({ status, title, canonical }).toEqual({ status: 200, title: 'About · Strand', canonical: 'https://strand.example/about' })
    expect(html).toContain('Creating a playlist for every idea. Together.')
  })
})

describe('the landing', () => {
  it('R19 the landing image is preloaded only for visitors of the home page', async () => {
    const poster = '<link rel="preload" as="image" href="/landing/landing.jpg" media="(min-width: 700.02px)" fetchpriority="high">'
    expect((await see('/')).html).toContain(poster)
    expect((await see('/discover')).html).toContain(poster)
    expect((await see('/music')).html).not.toContain('/landing/')
    expect((await see('/', ada)).html).not.toContain('/landing/')
  })
})
