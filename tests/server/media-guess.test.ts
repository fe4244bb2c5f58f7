import { describe, expect, it } from 'vitest'
import pino from 'pino'
import { LinkEntity } from '../../server/features/media/entities.ts'
import { guess } from '../../server/features/media/guess.ts'
import { createMedia } from '../../server/features/media/service.ts'
import type { Media } from '#contract/index.ts'
import { createOutside } from '../support/outside.ts'
import { ada, server, setUpPeople } from '../support/people.ts'

const medium = (title: string, artist?: string): Media => ({
  type: 'video',
  href: 'https://x.example/',
  title,
  source: 'x',
  media: [],
  ...(artist && { artist }),
})

describe('D3 guessed artist and title', () => {
  it.each([
    ['Rick Astley - Never Gonna Give You Up (Official Music Video)', ['Rick Astley'], 'Never Gonna Give You Up'],
    ['Daft Punk – Get Lucky [Official Audio]', ['Daft Punk'], 'Get Lucky'],
    ['A; B feat. C ft. D - Song (feat. E)', ['A', 'B', 'C'], 'Song (feat. E)'],
    ['Earth, Wind & Fire - September (HD)', ['Earth, Wind & Fire'], 'September'],
    ['Jay-Z - 99 Problems', ['Jay-Z'], '99 Problems'],
  ])('D3 "%s" in category music → artist and title', (title, artists, what) => {
    expect(guess(medium(title, 'SomeChannelVEVO'), null, 'music')).toMatchObject({ artists, what, byCategory: true })
    expect(guess(medium(title, 'Channel'), null, 'film')).toMatchObject({ artists: ['Channel'], what: title, byCategory: false })
  })

  it.each(['No dash here', 'Dash-without-space', ' - nothing before', '?? - !!', 'Nothing after - (Official Video)'])(
    'D3 "%s" in category music → only a title',
    (title) => {
      expect(guess(medium(title, 'X'), null, 'music')).toMatchObject({ artists: ['X'], what: title, byCategory: false })
    },
  )

  it('D3 B9 at most three artists; tags of title and page without duplicates', () => {
    expect(guess(medium('Live #Jazz tonight #jazz & a#b', 'A; B; C; D'), { tags: ['Jazz', 'BebopEra'] }, undefined)).toMatchObject({
      artists: ['A', 'B', 'C'],
      tags: ['Jazz', 'BebopEra'],
    })
  })
})

describe('D3 metadata of a page', () => {
  const outside = createOutside()
  setUpPeople({ fetcher: outside })

  it('D3 AP6 keywords become tags and musicians artists; sentences, numbers and markup are ignored', async () => {
    outside.html(
      'https://news.example/jazz',
      `<head><title>Jazz</title><meta name="keywords" content="jazz, swing & bebop; 1959, ${'x'.repeat(31)}">
      <meta property="article:tag" content="Blue Note"><meta property="article:tag" content="jazz"><meta property="article:tag" content="&lt;script&gt;">
      <meta property="music:musician" content="https://m.example/1"><meta property="music:musician" content="Monk"><meta property="music:musician" content="Trane">`,
    )
    const { body } = await ada.client.post('/api/v0/media/detect', { media: { href: 'https://news.example/jazz' } })
    expect(body.detected).toMatchObject({
      what: 'Jazz',
      who: { artists: ['Monk', 'Trane'] },
      tags: ['Jazz', 'SwingAndBebop', 'BlueNote', 'Script'],
      byuri: false,
      bycategory: false,
    })
    // The detected metadata are cached with the medium.
    outside.setBehaviour('refuse')
    expect((await ada.client.post('/api/v0/media/detect', { media: { href: 'https://news.example/jazz' } })).body.detected.tags).toEqual(
      body.detected.tags,
    )
    outside.setBehaviour('back')
  })

  it('D3 a thousand keywords → eight tags', async () => {
    outside.html(
      'https://news.example/stuffed',
      `<meta name="keywords" content="${Array.from({ length: 1000 }, (_, index) => `word${index}`).join(',')}">`,
    )
    const { body } = await ada.client.post('/api/v0/media/detect', { media: { href: 'https://news.example/stuffed' } })
    expect(body.detected.tags).toHaveLength(8)
  })

  it('D2 the cache is bounded: the oldest entries are dropped', async () => {
    let clock = Date.UTC(2030, 0, 1)
    const media = createMedia({
      db: server.db,
      log: pino({ level: 'silent' }),
      publicUrl: server.url,
      fetcher: outside,
      ownFiles: async () => null,
      now: () => (clock += 1000),
      keep: { maxLinks: 5, every: 10 },
    })
    for (let page = 0; page < 20; page++) {
      outside.html(`https://bounded.example/${page}`, '<title>x</title>')
      await media.detect(`https://bounded.example/${page}`)
    }
    const stored = await server.db.getRepository(LinkEntity).find({ order: { fetchedDate: 'ASC' } })
    expect(stored.map(({ mediaKey }) => mediaKey)).toEqual([15, 16, 17, 18, 19].map((page) => `web:bounded.example/${page}`))
    await media.close()
  })

  it('D2 waitMs 0 → the cached medium, without a request', async () => {
    outside.html('https://patient.example/', '<title>Known</title>')
    const before = outside.requests.length
    expect((await server.services.media.detect('https://patient.example/', { waitMs: 0 })).byUri).toBe(true)
    expect(outside.requests).toHaveLength(before)
    await server.services.media.detect('https://patient.example/')
    expect(await server.services.media.detect('https://patient.example/', { waitMs: 0 })).toMatchObject({
      byUri: false,
      media: { title: 'Known' },
    })
  })
})
