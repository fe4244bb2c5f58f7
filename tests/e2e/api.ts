/** API requests of browser tests: to read what a page should show, and to prepare data. */
import type { APIRequestContext, Page as Tab } from '@playwright/test'
import type { Bead, Me, Page, Post } from '#contract/index.ts'
import { playlistTitle } from './demo.ts'

/** The headers that state-changing requests must have (decision 8). */
export const asyncHeader = { 'X-Strand-Request': '1', 'Sec-Fetch-Site': 'same-origin' }

async function get<T>(request: APIRequestContext, path: string): Promise<T> {
  const response = await request.get(path)
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
  return (await response.json()) as T
}

export async function beadTitled(request: APIRequestContext, title: string): Promise<Bead> {
  // Other tests on the same server also create playlists.
  for (let from: number | null = 0; from !== null;) {
    const { results, next }: Page<Bead> = await get<Page<Bead>>(request, `/api/v0/beads?limit=100&from=${from}`)
    const bead = results.find((one) => one.title === title)
    if (bead) return bead
    from = next
  }
  throw new Error(`There is no playlist "${title}"`)
}

export const showcase = (request: APIRequestContext): Promise<Bead> => beadTitled(request, playlistTitle)

export async function postsOf(request: APIRequestContext, bead: string, sort: string): Promise<Post[]> {
  const { results } = await get<Page<Post>>(request, `/api/v0/posts?bead=${bead}&sort=${sort}&limit=100`)
  return results
}

let people = 0

/** A mail address that no other test has used. */
export const freshEmail = (): string => `person.${process.pid}.${Date.now().toString(36)}.${(people += 1)}@example.org`

/** Signs up a new member through the API. The session is in the cookies of the context. */
export async function signUp(request: APIRequestContext, name: string): Promise<{ uid: string; email: string; password: string }> {
  const [email, password] = [freshEmail(), 'correct horse']
  const response = await request.post('/api/v0/auth/signup', { headers: asyncHeader, data: { name, email, password } })
  if (!response.ok()) throw new Error(`Sign-up failed with status ${response.status()}: ${await response.text()}`)
  const { uid } = (await response.json()) as { uid: string }
  return { uid, email, password }
}

/** A personal playlist of the signed-in member. */
export async function startPlaylist(request: APIRequestContext, title: string): Promise<Bead> {
  const data = { title, description: '', category: 'other', invitees: [] }
  const response = await request.post('/api/v0/beads', { headers: asyncHeader, data })
  if (!response.ok()) throw new Error(`Starting a playlist answered ${response.status()}: ${await response.text()}`)
  return ((await response.json()) as { data: Bead }).data
}

export async function addPost(
  request: APIRequestContext,
  bead: string,
  href: string,
  title: string,
  copies: readonly string[] = [],
): Promise<Post> {
  const media = { href, ...(copies.length > 0 && { media: copies.map((copy) => ({ href: copy })) }) }
  const response = await request.post(`/api/v0/posts/${bead}`, { headers: asyncHeader, data: { title, media, repeat: true } })
  if (!response.ok()) throw new Error(`Adding a post failed with status ${response.status()}: ${await response.text()}`)
  return ((await response.json()) as { post: Post }).post
}

/** Changes fields of the signed-in member in the document of a path. */
export const changeMeInDocument = (page: Tab, path: string, changes: Partial<Me>): Promise<unknown> =>
  page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      /(<script type="application\/json" id="strand-data">)(.*?)(<\/script>)/s,
      (_all, begin: string, data: string, end: string) => {
        const entries = JSON.parse(data) as { key: string; answer: object }[]
        Object.assign(entries.find(({ key }) => key === 'GET /api/v0/me')!.answer, changes)
        return begin + JSON.stringify(entries).replaceAll('<', '\\u003c') + end
      },
    )
    await route.fulfill({ response, body })
  })
