/** Edits of posts in this tab change the queue. */
import { configureStore, type Middleware } from '@reduxjs/toolkit'
import { beforeEach, expect, it } from 'vitest'
import type { Post } from '#contract/index.ts'
import { api } from '#data/api.ts'
import { syncQueueWithPosts } from '#host/syncQueueWithPosts.ts'
import { isSlide } from '#player/index.ts'
import { reducer } from '#player/reducer.ts'
import { queueChanged, queueReplaced } from '#player/facts.ts'
import { slide, track } from '../player/harness.ts'

const sent: { type: string; payload?: unknown }[] = []
beforeEach(() => void (sent.length = 0))

const record: Middleware = () => (next) => (action) => {
  sent.push(action as (typeof sent)[number])
  return next(action)
}

/** A queue of these tracks, and what an edit of the post `p1` sends to the player. */
function edit(tracks: Parameters<typeof queueReplaced>[0]['tracks'], changes: Partial<Post>, isRemoved = false): typeof sent {
  const store = configureStore({
    reducer: { player: reducer },
    middleware: (defaults) => defaults().concat(syncQueueWithPosts, record),
  })
  store.dispatch(queueReplaced({ tracks }))
  if (isRemoved) store.dispatch(queueChanged({ type: 'remove', ids: [store.getState().player.queue.items[0]!.id] }))
  sent.length = 0
  const post = {
    id: 'p1',
    title: 'New',
    href: 'b1/new-p1',
    media: null,
    description: 'New <b>text</b>',
    creator: { name: 'Ada' },
    ...changes,
  }
  store.dispatch({
    type: `${api.reducerPath}/executeMutation/fulfilled`,
    payload: { id: 'p1', post: { bead: { id: 'b1', title: 'B', image: null }, ...post } },
    meta: { arg: { type: 'mutation', endpointName: 'editPost', originalArgs: {} }, requestId: '1', requestStatus: 'fulfilled' },
  })
  // Without the edit itself.
  return sent.filter(({ type }) => type.startsWith('player/'))
}

it('Q1 an edited post with a medium is revised, and one that has lost its medium is removed, also from what can be undone', () => {
  const media = { type: 'audio', source: 'Here', media: [{ type: 'file', uri: 'a.mp3', href: 'a.mp3' }] } as Post['media']
  const queued = track('y:ok', { postId: 'p1' })
  expect(edit([queued], { media })).toMatchObject([{ type: 'player/reviseTrack', payload: { postId: 'p1', title: 'New', type: 'audio' } }])
  expect(edit([queued], {})).toEqual([expect.objectContaining({ type: 'player/dropPost', payload: 'p1' })])
  expect(edit([queued, track('y:ok')], {}, true)).toEqual([expect.objectContaining({ type: 'player/dropPost', payload: 'p1' })])
})

it('BZ3 an edited text is revised on the television that this page controls, and does not matter to another queue', () => {
  const [command] = edit([slide('Old text', { postId: 'p1' })], {})
  expect(command).toMatchObject({ type: 'player/reviseTrack', payload: { title: 'New', streams: [{ type: 'text', uri: 'New text' }] } })
  expect(isSlide(command!.payload as never)).toBe(true)
  expect(edit([track('y:ok')], {})).toEqual([])
})
