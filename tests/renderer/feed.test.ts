import { describe, expect, it } from 'vitest'
import { feedCategory, feedHref } from '#contract/pages/feed.ts'
import type { MemberRef, Post } from '#contract/schemas.ts'
import type { Because, FeedItem } from '#contract/schemas/feed.ts'
import { feedRequest, isSilent, itemOf, sourceOf, unique } from '../../renderer/screens/feed/context.ts'
import { itemsOnlyFor, restoreItems, removeItems } from '../../renderer/screens/feed/pages.ts'
import { t } from '#texts/index.ts'
import { joined, listed, placed } from '#ui/format.ts'
import { followersOf, reasonsOf, sentenceOf, type Followed } from '../../renderer/screens/feed/sentence.ts'

const member = (name: string): MemberRef => ({ uid: name.toLowerCase(), name, verified: false, image: null })
const post = {
  id: 'post',
  title: 'A post',
  creator: member('Ann'),
  creationDate: '2026-01-01T00:00:00.000Z',
  bead: { id: 'night', title: 'Night drive', category: 'music' },
  description: '',
} as unknown as Post
const item = (id: string, minute = 0, more: Partial<FeedItem> = {}): FeedItem => {
  const timestamp = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  return { id, type: 'post', timestamp, state: { timestamp }, reason: 'newpost', because: [], post, collectors: [], comments: [], ...more }
}
const tag: Followed = { type: 'tag', id: 'jazz', name: 'Jazz' }
const ann: Because = { type: 'member', id: 'ann', name: 'Ann' }
const ids = (pages: readonly { results: FeedItem[] }[]) => pages.map(({ results }) => results.map(({ id }) => id))

describe('N5 removing and restoring feed items', () => {
  const pages = () => [
    { results: [item('a', 9), item('b', 8), item('s', 60, { type: 'suggestion' }), item('c', 7)], next: 3 },
    { results: [item('d', 6), item('e', 5)], next: 5 },
  ]

  it('N5 removing items lowers the next offset by their number, not counting suggestions and unknown ids', () => {
    const list = pages()
    removeItems(list, new Set(['b', 'd', 's', 'unknown']))
    expect(ids(list)).toEqual([['a', 'c'], ['e']])
    expect(list.at(-1)!.next).toBe(3)
  })

  it('N5 removing the last item of a complete feed keeps its next offset null', () => {
    const list = [{ results: [item('a')], next: null }]
    removeItems(list, new Set(['a']))
    expect(list).toEqual([{ results: [], next: null }])
  })

  it('N2 a restored item is placed by its timestamp, a restored suggestion at its index on the first page', () => {
    const list = pages()
    const gone = list.flatMap(({ results }) => results).filter(({ id }) => ['b', 'e', 's'].includes(id))
    removeItems(list, new Set(['b', 'e', 's']))
    restoreItems(list, gone)
    expect(ids(list)).toEqual([
      ['a', 'b', 'c', 's'],
      ['d', 'e'],
    ])
    expect(list.at(-1)!.next).toBe(5)
    restoreItems(list, gone)
    expect(ids(list).flat()).toHaveLength(6)
  })

  it('BZ9 unfollowing removes only the items that have no other reason', () => {
    const list = [item('jazz', 1, { because: [tag] }), item('both', 1, { because: [tag, ann] }), item('own', 1, { because: [] })]
    expect(itemsOnlyFor(list, tag).map(({ id }) => id)).toEqual(['jazz'])
  })

  it('BZ9 a suggestion is removed with the tag or member that it is based on; a popular one stays', () => {
    const suggestion = (id: string, more: Partial<FeedItem>) =>
      item(id, 1, { type: 'suggestion', because: [{ type: 'recommended', id: '', name: '' }], ...more })
    const list = [
      suggestion('tagged', { reasonTags: ['Jazz', 'Piano'] }),
      suggestion('followed', { followers: [member('Ann')] }),
      suggestion('popular', {}),
    ]
    expect(itemsOnlyFor(list, tag).map(({ id }) => id)).toEqual(['tagged'])
    expect(itemsOnlyFor(list, { type: 'member', id: 'ann', name: 'Ann' }).map(({ id }) => id)).toEqual(['followed'])
  })

  it('N4 a feed that is empty or has only suggestions has no activity', () => {
    expect([
      isSilent([]),
      isSilent([item('s', 1, { type: 'suggestion' })]),
      isSilent([item('s', 1, { type: 'suggestion' }), item('a')]),
    ]).toEqual([true, true, false])
  })

  it('N5 an item that occurs twice is shown once', () => {
    expect(unique([item('a'), item('b'), item('a', 5)]).map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

describe('N1 the sentence of a feed item', () => {
  const sentenceText = (more: Partial<FeedItem>, me: string | null = null) => {
    const { who, others, text, what } = sentenceOf(item('x', 0, more), me)
    const doers = [who.map(({ name }) => name).join(' and '), others || ''].filter(Boolean).join(' ')
    return placed(text)
      .map(({ words, place }) => (place === undefined ? words : place === 'who' ? doers : (what?.name ?? '')))
      .join('')
  }
  const activity = (type: FeedItem['type'], total: number, more: Partial<NonNullable<FeedItem['activity']>> = {}): Partial<FeedItem> => ({
    type,
    reason: undefined,
    post: undefined,
    activity: { type: type as 'newbead', member: member('Ann'), beads: [], members: [], tags: [], total, ...more },
  })

  it.each<[Partial<FeedItem>, string]>([
    [{ reason: 'newpost' }, 'Ann posted'],
    [{ reason: 'collect', collectors: ['Ann', 'Bo', 'Cy', 'Di'].map(member) }, 'Ann and Bo 2 collected'],
    [{ reason: 'comment', because: [ann] }, 'Ann commented'],
    [{ reason: 'bead' }, 'New in Night drive'],
    [{ reason: 'tag', tag: 'Jazz' }, 'Tagged #Jazz'],
    [{ reason: 'trending' }, 'Trending in Music'],
    [{ type: 'suggestion', reason: 'suggestion', post: undefined }, 'Suggested for you'],
    [activity('newbead', 1), 'Ann started a playlist'],
    [activity('publishbead', 1), 'Ann published a playlist'],
    [activity('followbead', 1), 'Ann follows a playlist'],
    [activity('followmember', 4), 'Ann follows 4 members'],
    [activity('followtag', 3), 'Ann follows 3 tags'],
    [{ ...activity('taggedbead', 1, { member: undefined }), tag: 'Jazz' }, 'New playlist with #Jazz'],
  ])('N1 an item with %j reads "%s"', (more, words) => {
    expect(sentenceText(more)).toBe(words)
  })

  it.each<[Partial<FeedItem>, string]>([
    [{ reason: 'newpost' }, 'You posted'],
    [{ reason: 'collect', collectors: ['Ann', 'Bo'].map(member) }, 'You and Bo collected'],
    [activity('newbead', 1), 'You started a playlist'],
    [activity('followbead', 1), 'You follow a playlist'],
    [activity('followbead', 2), 'You follow 2 playlists'],
    [activity('followmember', 1), 'You follow a member'],
    [activity('followtag', 3), 'You follow 3 tags'],
  ])('N1 the reader\'s own item with %j reads "%s"', (more, words) => {
    expect(sentenceText(more, 'ann')).toBe(words)
  })

  it('N1 a list of names has no serial comma, as in notifications (O2)', () => {
    const list = (names: string[]) =>
      listed(names.length)
        .map((part) => (typeof part === 'number' ? names[part] : part))
        .join('')
    expect(list(['Ann', 'Bo', t.common.others(1)])).toBe('Ann, Bo and 1 other')
    expect(list(['Ann', 'Bo', t.common.others(3)])).toBe(joined(['Ann', 'Bo', '3 others']))
  })

  it('N4 the welcome, the empty feed and the introduction have different texts', () => {
    expect(new Set([t.feed.welcomeText, t.feed.emptyText, t.feed.intro.activity]).size).toBe(3)
  })

  it('BZ9 reasons omit the reader; a suggestion has at most three tags and two followers as reasons', () => {
    expect(reasonsOf(item('x', 0, { because: [{ type: 'you', id: 'me', name: 'Me' }, tag] }))).toEqual([tag])
    expect(
      reasonsOf(
        item('x', 0, {
          type: 'suggestion',
          because: [{ type: 'recommended', id: '', name: '' }],
          reasonTags: ['Jazz', 'Piano', 'Night', 'Rain'],
        }),
      ).map(({ id }) => id),
    ).toEqual(['jazz', 'piano', 'night'])
    expect(
      followersOf(item('x', 0, { type: 'suggestion', followers: ['Ann', 'Bo', 'Cy'].map(member) })).map(({ type, id, name }) => [
        type,
        id,
        name,
      ]),
    ).toEqual([
      ['member', 'ann', 'Ann'],
      ['member', 'bo', 'Bo'],
    ])
  })
})

describe('N6 the API list of a feed', () => {
  it('N6 each kind of feed → its own list and request parameters; a limit other than the default is added', () => {
    expect(feedRequest({ kind: 'activity', category: 'music' })).toEqual({
      list: 'feed',
      input: { query: { comments: 3, category: 'music' } },
    })
    expect(feedRequest({ kind: 'recent_post', category: null })).toEqual({
      list: 'posts',
      input: { query: { comments: 3, limit: 18, sort: 'recent' } },
    })
    expect(feedRequest({ kind: 'trending', category: null })).toEqual({ list: 'trendingFeed', input: { query: { comments: 3 } } })
    expect(feedRequest({ kind: 'profile', uid: 'ann', name: 'Ann' })).toEqual({
      list: 'activity',
      input: { params: { uid: 'ann' }, query: { comments: 3 } },
    })
    expect(feedRequest({ kind: 'activity', category: null }, 60)).toEqual({
      list: 'feed',
      input: { query: { comments: 3, limit: 60, fromCache: '1' } },
    })
    expect(feedRequest({ kind: 'trending', category: null }, 60)).toEqual({
      list: 'trendingFeed',
      input: { query: { comments: 3, limit: 60 } },
    })
  })

  it('N2 the queue source of each kind of feed is the whole feed', () => {
    expect(sourceOf({ kind: 'activity', category: 'music' })).toMatchObject({
      list: { of: 'feed', category: 'music' },
      href: '/activity?category=music',
    })
    expect(sourceOf({ kind: 'recent_post', category: null }).list).toEqual({ of: 'posts', query: { sort: 'recent' } })
    expect(sourceOf({ kind: 'trending', category: null })).toMatchObject({
      list: { of: 'posts', query: { sort: 'trending' } },
      href: '/trending',
    })
    expect(sourceOf({ kind: 'profile', uid: 'ann', name: 'Ann' }).list).toEqual({ of: 'activity', uid: 'ann' })
  })

  it('N6 a known category is read from and written to the address; an unknown one reads as null', () => {
    expect([feedCategory(new URLSearchParams('category=film')), feedCategory(new URLSearchParams('category=x'))]).toEqual(['film', null])
    expect([feedHref('trending', 'film'), feedHref('activity', null)]).toEqual(['/trending?category=film', '/activity'])
  })

  it('N6 the same post is wrapped as the same feed item every time', () => {
    expect(itemOf(post)).toBe(itemOf(post))
    expect(itemOf(post)).toMatchObject({ id: 'post', reason: 'newpost', because: [] })
  })
})
