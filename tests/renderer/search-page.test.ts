import { describe, expect, it } from 'vitest'
import { match, pageKeyOf } from '#navigation/routes.ts'
import { trackOf } from '../../renderer/screens/search/track.ts'
import { categoriesIn } from '../../renderer/screens/search/useUnrestrictedResults.ts'
import { partsOf } from '#ui/Highlighted.tsx'
import type { MediaResult } from '#contract/endpoints/mediasearch.ts'

describe('the pages of a search', () => {
  it.each([
    ['/search', 'all', null],
    ['/search/all', 'all', null],
    ['/search/beads', 'beads', null],
    ['/search/members', 'members', null],
    ['/search/posts/', 'posts', null],
    ['/search/web', 'web', null],
    ['/tag/Jazz', 'all', 'Jazz'],
    ['/tag/caf%C3%A9', 'all', 'café'],
  ])('R8 %s → its tab and tag', (path, tab, tag) => {
    expect(match(path)).toEqual({ screen: 'search', props: { tab, tag } })
  })
  it.each(['/search/tags', '/search/posts/more', '/tag', '/tag/a/b'])('R8 %s is not found', (path) => {
    expect(match(path).screen).toBe('notFound')
  })

  it('R13 a different query or tab of a search changes the page key; autoplay and query parameters of other pages do not', () => {
    expect(pageKeyOf('/search', 'q=jazz')).not.toBe(pageKeyOf('/search', 'q=soul'))
    expect(pageKeyOf('/search', 'q=jazz')).not.toBe(pageKeyOf('/search/posts', 'q=jazz'))
    expect(pageKeyOf('/search', 'q=a%20b&autoplay=1')).toBe(pageKeyOf('/search', 'q=a+b'))
    expect(pageKeyOf('/music', 'sort=recent')).toBe(pageKeyOf('/music', ''))
  })
})

describe('highlighted texts', () => {
  it.each([
    ['a <em>b</em> c', ['a ', 'b', ' c']],
    ['<em>a</em><em>b</em>', ['', 'a', '', 'b', '']],
    ['plain', ['plain']],
    ['1 &lt; 2 &amp;amp; &quot;x&quot; &#39;y&#39;', [`1 < 2 &amp; "x" 'y'`]],
    ['<b onclick=x>a</b> <em class=x>b</em>', ['<b onclick=x>a</b> <em class=x>b</em>']],
    ['<em>never closed', ['<em>never closed']],
    ['<em>two\nlines</em>', ['', 'two\nlines', '']],
    ['&nbsp;&#x3c;', ['&nbsp;&#x3c;']],
  ])('X5 %j → plain and highlighted parts in turn', (html, parts) => {
    expect(partsOf(html)).toEqual(parts)
  })
})

describe('suggestions without results', () => {
  it('X4 categoriesIn(): the categories of the results in the fixed order, without the searched one', () => {
    expect(categoriesIn([{ category: 'film' }, { category: 'music' }, { category: 'film' }, {}], 'art')).toEqual(['music', 'film'])
    expect(categoriesIn([{ category: 'film' }], 'film')).toEqual([])
  })
})

describe('tracks from results of other services', () => {
  const result: MediaResult = {
    _id: 'archive:a',
    id: 'a',
    type: 'audio',
    source: 'archive',
    title: 'Reel',
    image: null,
    href: 'https://archive.org/details/a',
    uri: 'a',
  }
  const stream = { type: 'file', uri: 'https://archive.org/a.mp3', href: 'https://archive.org/details/a' } as const

  it('X3 a result with media → an external track with its service as creator and only the playable streams', () => {
    const track = trackOf(result, {
      type: 'audio',
      href: result.href,
      title: 'Other words',
      source: 'Internet Archive',
      media: [stream, { ...stream, type: 'link' }],
      duration: 61,
    })
    expect(track).toMatchObject({
      external: true,
      postId: 'web:archive:a',
      title: 'Reel',
      creator: 'Internet Archive',
      duration: 61,
      streams: [stream],
    })
    expect(track).not.toHaveProperty('image')
  })
  it('X3 a result without media → a track without streams', () => {
    expect(trackOf({ ...result, author: 'Ada', duration: 12, image: 'https://x.example/a.jpg' }, null)).toMatchObject({
      creator: 'Ada',
      duration: 12,
      image: 'https://x.example/a.jpg',
      streams: [],
    })
  })
})
