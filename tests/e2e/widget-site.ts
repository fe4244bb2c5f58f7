/** Pages of another site with widgets of one playlist (J1). */
import type { APIRequestContext, Frame, FrameLocator } from '@playwright/test'
import { signUp, startPlaylist } from './api.ts'
import { expect, test as base, type Page } from './fixtures.ts'
import { serveSite, type SitePage } from './other-site.ts'
import { send } from './posts.ts'

interface Fixtures {
  /** Serves pages of another site, until the test ends. Returns its origin. */
  serve: (pages: Record<string, SitePage>) => Promise<string>
}

export const test = base.extend<Fixtures, { bead: string }>({
  serve: async ({}, use) => {
    const sites: Awaited<ReturnType<typeof serveSite>>[] = []
    await use(async (pages) => {
      const site = await serveSite(pages)
      sites.push(site)
      return site.origin
    })
    for (const site of sites) site.close()
  },
  bead: [
    async ({ playwright, strand }, use) => {
      const request = await playwright.request.newContext({ baseURL: strand.origin })
      await signUp(request, 'Wilma Widget')
      const { id } = await startPlaylist(request, 'Songs & <films>')
      const posts: [title: string, href: string | null][] = [
        ['A film', '/clips/mandelbrot-dive.mp4'],
        ['A sound', '/clips/night-bus-home.mp3'],
        ['A text', null],
        ['A dead film', '/clips/missing.mp4'],
        ['A video', 'https://www.youtube.com/watch?v=plays-00001'],
      ]
      for (const [title, href] of posts)
        await send(request, `posts/${id}`, { title, repeat: true, ...(href !== null && { media: { href } }) })
      await use(id)
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})

type Place = Page | FrameLocator | Frame

export const row = (place: Place, title: string) => place.getByRole('button', { name: title, exact: true })
export const bar = (place: Place) => place.getByRole('region', { name: 'Player' })
export const toggle = (place: Place, name: 'Play' | 'Pause') => bar(place).getByRole('button', { name, exact: true })

/** Plays a row, and waits until it is audible. */
export async function play(place: Place, title = 'A film'): Promise<void> {
  await row(place, `Play ${title}`).click()
  await expect(bar(place).getByText(`Playing ${title}`)).toBeAttached()
}

export interface ListedPost {
  id: string
  title: string
  creator: { uid: string }
}
export async function postsOf(request: APIRequestContext, bead: string): Promise<ListedPost[]> {
  const answer = await request.get(`/api/v0/posts?bead=${bead}&sort=earliest`)
  return ((await answer.json()) as { results: ListedPost[] }).results
}

export const frameCode = (origin: string, bead: string, attributes = '') =>
  `<iframe src="${origin}/embed/${bead}" title="Playlist" width="500" height="480" ${attributes}></iframe>`
export const scriptCode = (origin: string, bead: string, attributes = '') =>
  `<script async src="${origin}/embed.js" data-bead="${bead}" ${attributes}></script>`
