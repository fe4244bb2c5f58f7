/** A server with a member, two playlists and a post, and a parser of the HTML documents of its pages. */
import { afterAll, beforeAll } from 'vitest'
import type { Bead, Post } from '#contract/index.ts'
import { addPost, startBead, updateMember } from './content.ts'
import { startTestServer, type Client, type TestServer } from './server.ts'

export let server: TestServer
export let ada: { client: Client; uid: string }
export let visitor: Client
export let open: Bead
export let personal: Bead
export let post: Post

export interface Seen {
  status: number
  location: string | null
  html: string
  title: string
  /** Content of a `<meta>` by name or property. */
  meta(name: string): string | undefined
  description: string | undefined
  robots: string | undefined
  canonical: string | undefined
  /** URLs of its feeds. */
  feeds: string[]
  data: {
    key: string
    input: { query?: Record<string, unknown> }
    answer: Record<string, unknown> & { results: Post[]; counts: { total: number } }
  }[]
}

export const unescapeHtml = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

export const see = (path: string, client = visitor, headers: Record<string, string | null> = {}): Promise<Seen> =>
  readDocument(client, path, headers)

export async function readDocument(client: Client, path: string, headers: Record<string, string | null> = {}): Promise<Seen> {
  const reply = await client.get<string>(path, { headers: { 'X-Strand-Request': null, Accept: 'text/html,*/*;q=0.8', ...headers } })
  const html = reply.body
  const found = (pattern: RegExp) => pattern.exec(html)?.[1]
  const text = (pattern: RegExp) => {
    const value = found(pattern)
    return value === undefined ? undefined : unescapeHtml(value)
  }
  const meta = (name: string) => text(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`))
  return {
    status: reply.status,
    location: reply.headers.get('location'),
    html,
    title: text(/<title>([^<]*)<\/title>/) ?? '',
    meta,
    description: meta('description'),
    robots: meta('robots'),
    canonical: text(/<link rel="canonical" href="([^"]*)">/),
    feeds: [...html.matchAll(/<link rel="alternate" type="[^"]*" title="[^"]*" href="([^"]*)">/g)].map(([, href]) => href!),
    data: JSON.parse(found(/<script type="application\/json" id="strand-data">(.*?)<\/script>/s) ?? '[]'),
  }
}

export const keys = ({ data }: Seen) => data.map(({ key }) => key)
export const answerOf = ({ data }: Seen, key: string) => data.find((one) => one.key === key)

/** Registers the hooks of a test file. */
export function setUp(): void {
  beforeAll(async () => {
    server = await startTestServer({ env: { PUBLIC_URL: 'https://strand.example' } })
    const { client, me } = await server.signUp('Ada Rivers')
    ada = { client, uid: me.uid }
    await updateMember(server.db, ada.uid, { isAdmin: true })
    visitor = server.client()
    open = await startBead(client, {
      title: 'What wakes you up',
      description: 'One song each, and why.',
      category: 'music',
      invitees: undefined,
    })
    personal = await startBead(client, { title: 'My own', category: 'art' })
    post = await addPost(client, open.id, {
      title: 'Ça va',
      description: 'Said <b>softly</b>.\nTwice.',
      media: { href: 'https://youtu.be/dQw4w9WgXcQ' },
    })
  })
  afterAll(() => server.close())
}
