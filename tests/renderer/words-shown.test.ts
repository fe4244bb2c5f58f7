import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { expect, it } from 'vitest'
import { Explore } from '../../renderer/screens/bead/ExploreAll.tsx'
import { t } from '#texts/index.ts'
import type { Bead } from '#contract/schemas.ts'

it('B5 the link of a preview with all 10 posts reads “Open the playlist”, that of a shorter one “explore all 10 posts”', () => {
  const bead = { id: 'b1', href: '/b1', postCount: 10 } as Bead
  const words = (complete: boolean) =>
    renderToStaticMarkup(
      createElement(Router, { ssrPath: '/b1/one-p1', children: createElement(Explore, { bead, toPlaylist: true, complete }) }),
    ).replace(/<[^>]+>/g, '')
  expect([words(true), words(false)]).toEqual(['Open the playlist', 'explore all 10 posts'])
})

it('D7 no text of the playlist picker contains “your”, because it lists all playlists the member can post to', () => {
  const { choosePlaylist, searchPlaylists, playlists, noPlaylists, noPlaylistFound } = t.wizard
  for (const text of [choosePlaylist, searchPlaylists, playlists, noPlaylists, noPlaylistFound('rain')]) expect(text).not.toMatch(/your/i)
})
