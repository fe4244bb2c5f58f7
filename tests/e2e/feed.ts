/** Creates the activities of a feed for browser tests. */
import type { APIRequestContext, BrowserContext } from '@playwright/test'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { asyncHeader, signUp, startPlaylist } from './api.ts'
import { expect, type Locator, type Page } from './fixtures.ts'

export async function post(request: APIRequestContext, path: string, data: object = {}): Promise<Record<string, never>> {
  const response = await request.post(path, { headers: asyncHeader, data })
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
  return (await response.json()) as Record<string, never>
}
export const addText = (request: APIRequestContext, bead: string, title: string, fields: object = {}) =>
  post(request, `/api/v0/posts/${bead}`, { title, description: 'Words of it.', repeat: true, ...fields })
export const signInDemo = (page: Page) => post(page.context().request, '/api/v1/auth/milq', { username: 'demo', password: 'strand' })

export const itemsOf = async (request: APIRequestContext): Promise<FeedItem[]> =>
  ((await (await request.get('/api/v2/me/feed?comments=3&limit=50')).json()) as { results: FeedItem[] }).results
export const articleOf = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('main').getByRole('article').filter({ hasText: words })

export interface World {
  ann: APIRequestContext
  annUid: string
  tag: string
  bead: string
}
let worlds = 0

/** Ann creates activities of all kinds; the member of the page follows her, a tag and a playlist. */
export async function world(page: Page, newVisitor: () => Promise<BrowserContext>): Promise<World> {
  const viewer = page.context().request
  const ann = (await newVisitor()).request
  const tag = `Nightjazz${process.pid}${(worlds += 1)}`
  const { uid: annUid } = await signUp(ann, 'Ann Other')
  await signUp(viewer, 'Feed Reader')
  await post(viewer, '/api/v0/me/preferences', { onboarding: { doFeedOnboarding: false } })
  await post(viewer, `/api/v0/members/${annUid}/follow`)
  await post(viewer, `/api/v0/tags/${tag}/follow`)

  const third = (await newVisitor()).request
  await signUp(third, 'Bo Third')
  const own = await startPlaylist(third, 'Bo keeps these')
  await post(viewer, `/api/v0/beads/${own.id}/follow`)
  await addText(third, own.id, 'By tag and list', { tags: [tag] })
  const other = await startPlaylist(third, 'Bo keeps others')
  await addText(third, other.id, 'By tag alone', { tags: [tag] })
  const liked = (await addText(third, other.id, 'Liked by Ann')) as unknown as { post: { id: string } }
  const { id: bead } = await startPlaylist(ann, 'Ann goes at night')
  await post(ann, `/api/v0/posts/${liked.post.id}/collect`)
  for (const one of ['One', 'Two', 'Three']) await post(ann, `/api/v0/tags/${tag}${one}/follow`)
  await addText(ann, bead, 'Said by Ann', { description: `${'Long words. '.repeat(60)}The end.` })
  await expect.poll(async () => (await itemsOf(viewer)).filter(({ type }) => type !== 'suggestion').length).toBeGreaterThanOrEqual(6)
  return { ann, annUid, tag, bead }
}

/** Changes the answers to feed requests, and opens the feed by a link: the document of the feed would contain the first answer. */
export async function changeFeed(page: Page, change: (answer: { results: FeedItem[]; next: number | null }) => void): Promise<void> {
  await page.route('**/api/v2/me/feed?**', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { results: FeedItem[]; next: number | null }
    change(answer)
    await route.fulfill({ response, json: answer })
  })
  await page.goto('/trending')
  await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
}
