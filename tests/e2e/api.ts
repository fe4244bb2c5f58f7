/** The API as a test asks it: to know what a page ought to show, or to begin where a test's story begins. */
import type { APIRequestContext } from '@playwright/test'
import type { Bead, Page, Post } from '../../server/contract/index.ts'
import { playlistTitle } from './demo.ts'

/** What a state-changing request must carry (decision 8). */
export const asyncHeader = { 'X-Strand-Request': '1', 'Sec-Fetch-Site': 'same-origin' }

async function get<T>(request: APIRequestContext, path: string): Promise<T> {
  const response = await request.get(path)
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
  return (await response.json()) as T
}

export async function beadTitled(request: APIRequestContext, title: string): Promise<Bead> {
  const { results } = await get<Page<Bead>>(request, '/api/v0/beads?limit=100')
  const bead = results.find((one) => one.title === title)
  if (!bead) throw new Error(`There is no playlist "${title}"`)
  return bead
}

export const showcase = (request: APIRequestContext): Promise<Bead> => beadTitled(request, playlistTitle)

export async function postsOf(request: APIRequestContext, bead: string, sort: string): Promise<Post[]> {
  const { results } = await get<Page<Post>>(request, `/api/v0/posts?bead=${bead}&sort=${sort}&limit=100`)
  return results
}

let people = 0

/** An address that no other test used. */
export const freshEmail = (): string => `person.${process.pid}.${Date.now().toString(36)}.${(people += 1)}@example.org`

/** Signs a new member up without the pages; the context's cookies hold the session. */
export async function signUp(request: APIRequestContext, name: string): Promise<{ uid: string; email: string; password: string }> {
  const [email, password] = [freshEmail(), 'correct horse']
  const response = await request.post('/api/v0/auth/signup', { headers: asyncHeader, data: { name, email, password } })
  if (!response.ok()) throw new Error(`Sign-up answered ${response.status()}: ${await response.text()}`)
  const { uid } = (await response.json()) as { uid: string }
  return { uid, email, password }
}

/** A personal playlist of whoever is signed in. */
export async function startPlaylist(request: APIRequestContext, title: string): Promise<Bead> {
  const data = { title, description: '', category: 'other', invitees: [] }
  const response = await request.post('/api/v0/beads', { headers: asyncHeader, data })
  if (!response.ok()) throw new Error(`Starting a playlist answered ${response.status()}: ${await response.text()}`)
  return ((await response.json()) as { data: Bead }).data
}

export async function addPost(request: APIRequestContext, bead: string, href: string, title: string): Promise<Post> {
  const response = await request.post(`/api/v0/posts/${bead}`, { headers: asyncHeader, data: { title, media: { href }, repeat: true } })
  if (!response.ok()) throw new Error(`Adding a post answered ${response.status()}: ${await response.text()}`)
  return ((await response.json()) as { post: Post }).post
}
