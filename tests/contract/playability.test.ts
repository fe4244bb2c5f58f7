import { describe, expect, it } from 'vitest'
import { streamTypes } from '#contract/schemas.ts'
import { linkProviders, playabilityOf, playablePercent } from '#contract/rules.ts'

const medium = (href: string, ...streams: { type: string; status?: number }[]) => ({ href, media: streams })

describe('BZ6 which posts count', () => {
  it.each([
    ['a text only', null, null],
    ['an uploaded picture', medium('/posts/p0mgwu0k4b2y9z0c5d.jpg?v=1', { type: 'image' }), null],
    ['a video', medium('https://youtu.be/1', { type: 'youtube' }), { provider: 'youtube', isDead: false }],
    ['a dead video', medium('https://youtu.be/1', { type: 'youtube', status: 404 }), { provider: 'youtube', isDead: true }],
    [
      'a dead video with a track that works',
      medium('https://youtu.be/1', { type: 'youtube', status: 404 }, { type: 'soundcloud' }),
      { provider: 'youtube', isDead: false },
    ],
    ['an image of another site', medium('https://example.org/a.png', { type: 'image' }), { provider: 'image', isDead: false }],
    ['a dead page', { ...medium('https://example.org/'), status: 404 }, { provider: 'webpage', isDead: true }],
    ['a stream without a provider of its own', medium('https://example.org/', { type: 'link' }), { provider: 'webpage', isDead: false }],
  ])('BZ6 %s', (_what, media, expected) => {
    expect(playabilityOf(media)).toEqual(expected)
  })

  it('BZ6 each type of stream is a provider', () => {
    expect(streamTypes.filter((type) => !(linkProviders as readonly string[]).includes(type))).toEqual(['link'])
  })
})

it.each([
  [50, 2, 96],
  [1000, 1, 99],
  [1000, 999, 1],
  [3, 3, 0],
  [3, 0, 100],
  [0, 0, 100],
])('BZ6 of %i posts %i dead → %i %% playable', (total, dead, percent) => {
  expect(playablePercent({ total, dead })).toBe(percent)
})
