import { describe, expect, it } from 'vitest'
import { verbs, type Verb } from '#contract/notifications.ts'
import { countUnread } from '#widgets/notifications/state.ts'
import { namesOf, sentenceOf, type NotificationGroup, type Items } from '#widgets/notifications/sentence.ts'
import { deviceName } from '#widgets/push/device.ts'

const item = (kind: Items[string]['kind'], id: string, title: string) => ({ kind, id, title, href: `/${id}`, image: null })
const items: Items = {
  'member:ann': item('member', 'ann', 'Ann'),
  'member:bo': item('member', 'bo', 'Bo'),
  'member:me': item('member', 'me', 'Me'),
  'post:p': item('post', 'p', 'A song'),
  'bead:b': item('bead', 'b', 'Night drive'),
  'comment:c': item('comment', 'c', 'A song'),
}
const time = '2026-11-21T10:00:00.000Z'
const activity = (verb: string, topic: string, count = 1): NotificationGroup => ({
  verb: verb as Verb,
  topic,
  actor: 'member:ann',
  target: null,
  time,
  count,
  activities:
    count > 1
      ? [
          { actor: 'member:ann', time },
          { actor: 'member:bo', time },
        ]
      : [{ actor: 'member:ann', time }],
  isPushEnabled: true,
})
const sentenceText = (verb: string, topic: string, own = true, count = 1) =>
  sentenceOf(activity(verb, topic, count), items, own)
    ?.map(({ text }) => text)
    .join('')

describe('O2 names of a group', () => {
  it.each([
    [['Ann'], 1, 'Ann'],
    [['Ann', 'Bo'], 2, 'Ann and Bo'],
    [['Ann', 'Bo'], 3, 'Ann, Bo and 1 other'],
    [['Ann', 'Bo'], 4, 'Ann, Bo and 2 others'],
    [['Ann', 'Bo'], 1234, 'Ann, Bo and 1,232 others'],
    // Deleted and blocked members are counted but not named.
    [['Ann'], 3, 'Ann and 2 others'],
    [['Ann', 'Bo'], 0, 'Ann and Bo'],
  ])('O2 the names %j of %d members are joined; others are counted', (names, count, words) => expect(namesOf(names, count)).toBe(words))
})

describe('O3 the unread count from the first page of notifications', () => {
  const page = (dates: string[], next: number | null) => ({ results: dates.map((date) => ({ date })), next })
  it('O3 the page contains a read notification or ends the list → the number of unread ones', () => {
    expect(countUnread(page(['3', '2', '1'], 3), '1')).toBe(2)
    expect(countUnread(page(['3', '2', '1'], null), '0')).toBe(3)
    expect(countUnread(page([], null), null)).toBe(0)
  })
  it('O3 the whole page is unread and another page follows → null, because only the server has the total', () => {
    expect(countUnread(page(['3', '2', '1'], 3), '0')).toBeNull()
    expect(countUnread(page(['3', '2', '1'], 3), null)).toBeNull()
  })
})

describe('O1 notification texts', () => {
  it.each([
    ['comment', 'post:p', 'Ann commented on your post A song'],
    ['collect', 'post:p', 'Ann collected your post A song'],
    ['upvote', 'post:p', 'Ann upvoted your post A song'],
    ['mention', 'comment:c', 'Ann mentioned you in A song'],
    ['newpost', 'post:p', 'Ann added A song'],
    ['repost', 'post:p', 'Ann reposted your post A song'],
    ['sharebead', 'bead:b', 'Ann shared the playlist Night drive with you'],
    ['sharepost', 'post:p', 'Ann shared A song with you'],
    ['reaction_like', 'comment:c', 'Ann liked your comment on A song'],
    ['reaction_wow', 'comment:c', 'Ann reacted to your comment on A song'],
    ['follow', 'member:me', 'Ann started following you'],
    ['follow', 'bead:b', 'Ann started following your playlist Night drive'],
    ['invite', 'bead:b', 'Ann invited you to the playlist Night drive'],
    ['publish', 'bead:b', 'Your playlist Night drive is published'],
    ['return', 'bead:b', 'Your playlist Night drive needs changes before it is published'],
  ])('O1 the verb %s with the topic %s has the expected sentence', (verb, topic, words) => expect(sentenceText(verb, topic)).toBe(words))

  it("O1 a comment on another member's post reads 'also commented on'", () => {
    expect(sentenceText('comment', 'post:p', false, 5)).toBe('Ann, Bo and 3 others also commented on A song')
  })
  it('O1 every verb of the contract has a sentence', () => {
    expect(verbs.filter((verb) => sentenceText(verb, 'post:p') === undefined)).toEqual([])
  })
  it('O1 an unknown verb, a missing topic or a missing actor → no sentence', () => {
    expect(sentenceText('levitate', 'post:p')).toBeUndefined()
    expect(sentenceText('constructor', 'post:p')).toBeUndefined()
    expect(sentenceText('collect', 'post:gone')).toBeUndefined()
    expect(sentenceOf({ ...activity('collect', 'post:p'), activities: [{ actor: 'member:gone', time }] }, items, true)).toBeNull()
  })
  it('O1 names are emphasised; the words between them are not', () => {
    expect(sentenceOf(activity('collect', 'post:p'), items, true)).toEqual([
      { text: 'Ann', name: true },
      { text: ' collected your post ', name: false },
      { text: 'A song', name: true },
    ])
  })
})

describe('O4 device names', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', 'Chrome on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
    ['', 'A browser'],
  ])('O4 the user agent "%s" → the name of the device', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
})
