/** Creates playlists with posts through the API, and locates posts on a page. */
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import type { Bead, Comment, Post } from '#contract/index.ts'
import { asyncHeader, signUp, startPlaylist } from './api.ts'

export const main = (page: Page): Locator => page.getByRole('main')
export const cards = (page: Page): Locator => main(page).getByRole('list', { name: 'Posts' }).getByRole('article')
export const cardOf = (page: Page, title: string): Locator =>
  cards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) })
/** Pixels by which the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
export const toasts = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' })

export interface Written {
  title: string
  href?: string
  description?: string
}

/** Signs up a member with a playlist of these posts. */
export async function writePosts(
  request: APIRequestContext,
  name: string,
  stories: readonly Written[],
): Promise<{ uid: string; bead: Bead; posts: Post[] }> {
  const { uid } = await signUp(request, name)
  const bead = await startPlaylist(request, `Posts of ${name}`)
  const posts: Post[] = []
  for (const { href = '/clips/night-bus-home.mp3', ...words } of stories)
    posts.push(((await send(request, `posts/${bead.id}`, { ...words, media: { href }, repeat: true })) as { post: Post }).post)
  return { uid, bead, posts }
}

/** Sends a POST request, and expects it to succeed. */
export async function send(request: APIRequestContext, path: string, data: object = {}): Promise<unknown> {
  const response = await request.post(`/api/v0/${path}`, { headers: asyncHeader, data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return response.json()
}

export const addComment = async (request: APIRequestContext, postId: string, text: string): Promise<Comment> =>
  (await send(request, `comments/${postId}`, { text })) as Comment

export const logIn = async (request: APIRequestContext, username: string): Promise<void> => {
  const response = await request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username, password: 'strand' } })
  expect(response.status()).toBe(200)
}

/** Performs an action, and returns the status of the write request that it causes. */
export async function statusOfWrite(page: Page, path: RegExp, press: () => Promise<unknown>): Promise<number> {
  const answered = page.waitForResponse((response) => response.request().method() !== 'GET' && path.test(new URL(response.url()).pathname))
  await press()
  return (await answered).status()
}
