/** Plays posts in the real player, with stubs of the providers. */
import { expect } from 'vitest'
import { commands, page, type Locator } from 'vitest/browser'
import type { Bead, Me, Media, Post } from '#contract/schemas.ts'
import { measurePicture, type Picture } from '../support/picture-position.ts'
import { mount, type Mounted } from './mount.tsx'
import { pageOf, provided, sampleBead, samplePost } from './samples.ts'
import { Refusal } from './server.ts'

export interface Story {
  title: string
  media: Media
  description?: string
}

/** The id of a video determines how its stub behaves. */
export const youtube = (uri: string): Media => provided('youtube', 'YouTube', uri, `https://www.youtube.com/watch?v=${uri}`)

export const player = page.getByRole('region', { name: 'Player' })
export const main = page.getByRole('main')

/** Opens a playlist of these posts, as a visitor or as a member. */
export async function mountPlaylist(
  title: string,
  stories: readonly Story[],
  me: Me | null = null,
): Promise<Mounted & { bead: Bead; posts: Post[] }> {
  await commands.stubProviders()
  const bead = sampleBead(title, { postCount: stories.length })
  const posts = stories.map(({ title, media, description = '' }, n) => samplePost(title, bead, n + 1, { media, description }))
  const postOf = ({ params }: { params: { id: string } }) =>
    posts.find(({ id }) => id === params.id) ?? new Refusal({ code: 'not_found', message: 'Not found' })
  const mounted = await mount(`/${bead.id}?sort=earliest`, {
    me,
    answers: {
      'GET /api/v0/beads/:id': bead,
      'GET /api/v0/posts': pageOf(...posts),
      'GET /api/v0/posts/:id': postOf,
      'GET /api/v0/posts/:bead/:id': postOf,
    },
  })
  return { ...mounted, bead, posts }
}

/** The title of the current item in the player; that of the next item is not a link. */
export const currentTitle = (title: string): Locator => player.getByRole('link', { name: title }).first()

export async function playFrom(title: string): Promise<void> {
  await main.getByRole('button', { name: `Play ${title}`, exact: true }).click()
  await expect.element(currentTitle(title)).toBeVisible()
}

/** Opens a playlist of these posts, and plays the first one. */
export async function play(title: string, stories: readonly Story[], me: Me | null = null) {
  const mounted = await mountPlaylist(title, stories, me)
  await playFrom(stories[0]!.title)
  return mounted
}

export const expectPlaying = () => expect.element(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()

const stage = (): HTMLElement => document.querySelector<HTMLElement>('[data-player-stage]')!

export const pictureOf = (): Picture => measurePicture(stage())

/** Waits until the medium is on screen. */
export const expectPictureShown = () =>
  expect.poll(() => getComputedStyle(page.getByRole('region', { name: 'On screen' }).element()).opacity).toBe('1')
