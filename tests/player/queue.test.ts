import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advance } from '#player/moves.ts'
import { extend, indexOf, loadAhead, replace, needsMore } from '#player/queue.ts'
import { fromPost, fromPosts } from '#player/tracks.ts'
import { change } from '#player/edits.ts'
import { playedFrom } from '#player/selectors.ts'
import { initialState, type Queue, type QueuePage, type QueueSource } from '#player/state.ts'
import type { Media, Post } from '#contract/index.ts'
import { source, stream, track } from './harness.ts'

const tracks = fc.integer({ min: 1, max: 30 }).map((n) => Array.from({ length: n }, () => track('y:ok')))
const anyQueue = fc
  .record({ tracks, index: fc.nat(40), next: fc.option(fc.integer({ min: 1, max: 999 })) })
  .map(({ tracks, index, next }) => replace(initialState.queue, { tracks, index, source, next }))
const append = (queue: Queue, page: QueuePage) => extend(queue, { side: 'after', from: queue.next ?? 0, page })
const why = fc.constantFrom('ended' as const, 'next' as const, 'previous' as const, 'failed' as const)

describe('queue', () => {
  it('Q1 any move → an item of the queue', () => {
    fc.assert(
      fc.property(anyQueue, why, fc.boolean(), (queue, why, repeat) => {
        const move = advance(queue, why, repeat)
        if (typeof move === 'object') expect(queue.items[move.to]).toBeDefined()
        if (move === 'after') expect(queue.next).not.toBeNull()
      }),
    )
  })

  it('L2 inserted items → played from their playlist, others from the list of the queue', () => {
    const feed: QueueSource = { list: { of: 'feed' }, title: 'Your feed', href: '/feed' }
    const queue = change(replace(initialState.queue, { tracks: [track('y:ok')], source: feed, next: null }), {
      type: 'insert',
      where: 'next',
      tracks: [track('y:ok', { bead: { id: 'b9', title: 'Elsewhere' } })],
    })
    expect(queue.items.map((item) => playedFrom(item, queue.source))).toEqual([feed, { title: 'Elsewhere', href: '/b9' }])
    expect(queue.items.map((item) => playedFrom(item, null).title)).toEqual(['Playlist?', 'Elsewhere'])
  })

  it('Q1 next, then previous → the same item', () => {
    fc.assert(
      fc.property(anyQueue, (queue) => {
        const forward = advance(queue, 'next', false)
        if (typeof forward !== 'object') return
        expect(advance({ ...queue, index: forward.to }, 'previous', false)).toEqual({ to: queue.index })
      }),
    )
  })

  it('Q1 L6 advancing over any pages → every item once, in order, then the end', () => {
    fc.assert(
      fc.property(tracks, fc.array(tracks, { maxLength: 5 }), (first, pages) => {
        let queue: Queue = replace(initialState.queue, { tracks: first, source, next: pages.length > 0 ? 1 : null })
        const visited = [queue.items[queue.index]!.postId]
        for (let steps = 0; steps < 1000; steps++) {
          const move = advance(queue, 'ended', false)
          if (move === 'none') break
          if (move === 'after')
            queue = append(queue, { tracks: pages[queue.next! - 1]!, next: queue.next! < pages.length ? queue.next! + 1 : null })
          else if (typeof move === 'object') {
            queue = { ...queue, index: move.to }
            visited.push(queue.items[queue.index]!.postId)
          }
        }
        expect(visited).toEqual([first, ...pages].flat().map(({ postId }) => postId))
      }),
    )
  })

  it('L6 repeat → replays an item that ended, not one that failed', () => {
    fc.assert(
      fc.property(anyQueue, (queue) => {
        expect(advance(queue, 'ended', true)).toEqual({ to: queue.index })
        expect(advance(queue, 'failed', true)).toEqual(advance(queue, 'ended', false))
      }),
    )
  })

  it('Q1 random replacements and pages → no id is issued twice', () => {
    const step = fc.oneof(
      tracks.map((tracks) => ({ replace: tracks })),
      tracks.map((tracks) => ({ append: tracks })),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let queue = initialState.queue
        const seen = new Set<string>()
        for (const what of steps) {
          const known = new Set(queue.items.map(({ id }) => id))
          queue = 'replace' in what ? replace(queue, { tracks: what.replace }) : append(queue, { tracks: what.append, next: null })
          for (const { id } of queue.items) {
            if ('append' in what && known.has(id)) continue
            expect(seen.has(id)).toBe(false)
            seen.add(id)
          }
          expect(queue.items.every(({ id }, n) => indexOf(queue, id) === n)).toBe(true)
        }
      }),
    )
  })

  it('Q1 the cursor within 5 of the end → more is needed, otherwise not', () => {
    fc.assert(
      fc.property(anyQueue, (queue) => {
        const ahead = queue.items.length - queue.index
        expect(needsMore(queue)).toBe(queue.next !== null && ahead <= loadAhead)
      }),
    )
  })

  it('Q1 a page whose `next` does not grow → the source has ended', () => {
    const queue = replace(initialState.queue, { tracks: [track('y:ok')], source, next: 15 })
    expect(append(queue, { tracks: [], next: 15 }).next).toBeNull()
    expect(append(queue, { tracks: [], next: 30 }).next).toBe(30)
  })

  it('Q1 an empty queue → no move; an index beyond the end → the last item', () => {
    expect(advance(initialState.queue, 'next', true)).toBe('none')
    expect(replace(initialState.queue, { tracks: [] }).index).toBe(-1)
    expect(replace(initialState.queue, { tracks: [track('y:ok')], index: 7 }).index).toBe(0)
  })
})

describe('posts', () => {
  const media: Media = {
    type: 'video',
    href: 'https://youtu.be/x',
    title: 'A film',
    source: 'YouTube',
    media: [stream('y:ok', { image: 'https://example.org/s.jpg' })],
    startTime: 5,
  }
  const post = (media: Media | null): Post => ({
    _id: 'p1',
    id: 'p1',
    title: 'A post',
    description: '',
    creationDate: '2026-01-01T00:00:00.000Z',
    href: 'b1/a-post-p1',
    tags: [],
    creator: { uid: 'ada', name: 'Ada', verified: false, image: null },
    bead: { _id: 'b1', id: 'b1', title: 'Playlist?', category: 'film', image: null, creatorUid: 'ada' },
    media,
    collectCount: 0,
    upvoteCount: 0,
    commentCount: 0,
    playCount: 0,
    shareCount: 0,
    isFeatured: false,
    type: 'post',
    nonMilq: false,
    can: { edit: false, delete: false },
  })

  it('Q1 a post → a track with its times and its best picture', () => {
    expect(fromPost(post(media))).toEqual({
      postId: 'p1',
      title: 'A post',
      href: 'b1/a-post-p1',
      creator: 'Ada',
      bead: { id: 'b1', title: 'Playlist?' },
      type: 'video',
      source: 'YouTube',
      image: 'https://example.org/s.jpg',
      streams: media.media,
      startTime: 5,
    })
    expect(fromPost(post({ ...media, image: 'https://example.org/m.jpg' }))?.image).toBe('https://example.org/m.jpg')
  })

  it('Q1 a post without a playable stream → no track', () => {
    const page: Media = { ...media, type: 'webpage', media: [{ type: 'link', uri: 'https://example.org', href: 'https://example.org' }] }
    expect(fromPosts([post(null), post(page), post({ ...media, media: [] }), post(media)])).toHaveLength(1)
  })
})
