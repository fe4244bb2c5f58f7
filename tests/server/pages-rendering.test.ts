/** Documents that contain the rendered first screen (BY24), with a renderer of the test. The real one is tested in tests/e2e. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Bead } from '#contract/index.ts'
import type { RenderRequest } from '#contract/pages/render.ts'
import { firstScript, firstScriptHash } from '#http/firstScript.ts'
import { separateStyles } from '../../server/features/pages/rendering.ts'
import { startBead } from '../support/content.ts'
import { readDocument } from '../support/documents.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: Client
let bead: Bead
let requests: RenderRequest[] = []
const render = vi.fn<(request: RenderRequest) => string>()

beforeAll(async () => {
  server = await startTestServer({ loadRenderer: () => Promise.resolve(render) })
  ada = (await server.signUp('Ada Rivers')).client
  bead = await startBead(ada, { title: 'Rendered' })
})
afterAll(() => server.close())
beforeEach(() => {
  requests = []
  render.mockReset()
  render.mockImplementation((request) => {
    requests.push(request)
    return '<h1 style="--hue:4">Hello</h1>'
  })
})

const see = (path: string, client = server.client(), headers: Record<string, string> = {}) => readDocument(client, path, headers)
/** The styles of the document. With a build in dist/, they begin with the rules of its components. */
const styleSheetOf = (html: string): string => /<style>(.*?)<\/style>/s.exec(html)![1]!
const policyOf = async (path: string) =>
  (await server.client().get(path, { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })).headers.get('content-security-policy')!

it('BY24 the document has the screen in place of its plain text, the styles of its elements, and the first script', async () => {
  const { html } = await see(`/${bead.id}`)
  expect(html).toMatch(/<div id="root" data-rendered="[^"]+"><h1 data-style="0">Hello<\/h1><\/div>/)
  expect(styleSheetOf(html)).toMatch(/\[data-style\]\[data-style="0"\]\{--hue:4\}$/)
  expect(html).toContain(`<script>${firstScript}</script>`)
  expect(html).not.toContain('<noscript>')
})

it('BY24 the content security policy allows that style sheet and that script by their hashes, and no style attribute', async () => {
  const policy = await policyOf(`/${bead.id}`)
  const { html } = await see(`/${bead.id}`)
  const hash = createHash('sha256').update(styleSheetOf(html)).digest('base64')
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`)
  expect(policy).toContain(firstScriptHash)
  expect(policy).not.toContain('unsafe')
})

it('BY24 the renderer gets the address, the answers of the document and the cookies of the request', async () => {
  const { data } = await see(`/${bead.id}?sort=recent`, server.client(), { Cookie: 'theme=dark' })
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ path: `/${bead.id}`, search: '?sort=recent', cookies: expect.stringContaining('theme=dark') })
  expect(requests[0]!.answers).toEqual(data)
})

it.each([
  ['Chromium on a phone', { 'Sec-CH-UA-Mobile': '?1' }, 390],
  ['Chromium on a desktop', { 'Sec-CH-UA-Mobile': '?0', 'User-Agent': 'Mobile' }, 1280],
  ['Safari on a phone', { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1' }, 390],
  ['Firefox on a desktop', { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }, 1280],
])('BY24 %s → the width that the server assumes', async (_browser, headers, width) => {
  await see('/about', server.client(), headers)
  expect(requests[0]!.conditions).toMatchObject({ width, timeZone: 'UTC' })
})

it('BY24 the time is a whole minute, so that an unchanged page has the same ETag', async () => {
  await see('/about')
  expect(requests[0]!.conditions.now % 60_000).toBe(0)
})

it.each(['/nothing/here', '/b0nothinghere', '/preferences', '/login', '/offline'])('BY24 %s is left to the browser', async (path) => {
  const { html } = await see(path)
  expect(render).not.toHaveBeenCalled()
  expect(html).toContain('<div id="root"><noscript>')
  expect(html).not.toContain(firstScript)
})

it('BY24 U9 a page for an ended session is left to the browser, which shows it', async () => {
  const { client } = await server.signUp('Eva Ended')
  const stale = server.client()
  for (const [name, value] of client.cookies) stale.cookies.set(name, value)
  await client.post('/logout')
  await see('/about', stale)
  expect(render).not.toHaveBeenCalled()
})

it('BY24 a screen that fails → the browser renders it, and the log names the screen', async () => {
  const error = vi.spyOn(server.services.log, 'error').mockReturnValue(undefined)
  render.mockImplementation(() => {
    throw new Error('a component failed')
  })
  const { status, html } = await see(`/${bead.id}`)
  expect(status).toBe(200)
  expect(html).toContain('<noscript><main><h1>Rendered</h1>')
  expect(error).toHaveBeenCalledWith({ screen: 'bead', error: expect.any(Error) }, 'a screen could not be rendered')
  error.mockRestore()
})

it('BY24 the renderer may change its answers: they are copies', async () => {
  render.mockImplementation(({ answers }) => {
    for (const { answer } of answers) if (answer !== null) Object.assign(answer as object, { title: 'Changed' })
    return ''
  })
  await see(`/${bead.id}`)
  expect((await see(`/${bead.id}`)).html).not.toContain('Changed')
})

it.each([
  [
    'equal declarations share a rule',
    '<a style="--x:1"></a><b style="--x:1"></b><i style="--x:2"></i>',
    '<a data-style="0"></a><b data-style="0"></b><i data-style="1"></i>',
    '[data-style][data-style="0"]{--x:1}[data-style][data-style="1"]{--x:2}',
  ],
  [
    'quotes, escapes and markup are dropped',
    '<a style="x:&quot;&lt;/style&gt;"></a><b style="x:\\2f"></b><i style="x:}y{"></i>',
    '<a></a><b></b><i></i>',
    '',
  ],
  ['a text that looks like an attribute stays', '<p>Set style=&quot;x:1&quot;</p>', '<p>Set style=&quot;x:1&quot;</p>', ''],
])('BY24 styles of elements: %s', (_rule, html, separated, styles) => {
  expect(separateStyles(html)).toEqual({ html: separated, styles })
})
