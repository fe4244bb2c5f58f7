/** Creates playlists for tests of the player, and measures the position of its picture. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Post } from '#contract/index.ts'
import { measurePicture, type Picture } from '../support/picture-position.ts'
import { stubProviders } from '../support/providers/index.ts'
import { asyncHeader, signUp, startPlaylist } from './api.ts'
import { playerOf, upIn } from './members.ts'

export interface Story {
  title: string
  href: string
  /** Further addresses of the same medium. */
  copies?: string[]
  description?: string
  tags?: string[]
}

export const youtube = (id: string): string => `https://www.youtube.com/watch?v=${id}`

/** Signs up a member and creates a playlist with these posts. The request context stays signed in as this member. */
export async function writePlaylist(page: Page, title: string, stories: readonly Story[]): Promise<{ bead: string; posts: Post[] }> {
  const { request } = page.context()
  await signUp(request, `Teller of ${title}`)
  const bead = await startPlaylist(request, title)
  const posts: Post[] = []
  for (const { copies = [], href, ...words } of stories) {
    const media = { href, ...(copies.length > 0 && { media: copies.map((copy) => ({ href: copy })) }) }
    const response = await request.post(`/api/v0/posts/${bead.id}`, { headers: asyncHeader, data: { ...words, media, repeat: true } })
    expect(response.ok(), await response.text()).toBe(true)
    posts.push(((await response.json()) as { post: Post }).post)
  }
  return { bead: bead.id, posts }
}

/** Opens the playlist, and plays it from this post. */
export async function playFrom(page: Page, bead: string, title: string): Promise<Locator> {
  await page.goto(`/${bead}?sort=earliest`)
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${title}`, exact: true })
    .click()
  const player = playerOf(page)
  await expect(upIn(player, title)).toBeVisible()
  return player
}

/** Creates a playlist, and plays it with the stubs of the providers. */
export async function play(page: Page, name: string, stories: readonly Story[]): Promise<{ player: Locator; bead: string; posts: Post[] }> {
  await stubProviders(page)
  const { bead, posts } = await writePlaylist(page, name, stories)
  return { player: await playFrom(page, bead, stories[0]!.title), bead, posts }
}

/** The position of the visible medium, and the elements that cover it. */
export const pictureOf = (page: Page): Promise<Picture> => page.locator('[data-player-stage]').evaluate(measurePicture)
