/** Requests to Google's default receiver are validated, because they come from a page (K1, K2). */
import { expect, test } from 'vitest'
import { defaultReceiver, type MediaRequest } from '../../electron/cast/index.ts'
import { closeAfterwards, codeOf, items, setUp } from '../support/cast/world.ts'

closeAfterwards()

const file = 'https://example.org/1.mp4'

/** A sender that plays, and its device. */
async function playing() {
  const { sender, model } = await setUp()
  const connection = await sender().connect('loopback', defaultReceiver)
  await connection.media({ type: 'QUEUE_LOAD', items: items(2) })
  return { connection, model }
}

test.each<[what: string, request: unknown]>([
  ['no type', {}],
  ['an unknown type', { type: 'LAUNCH' }],
  ['no object', 'PLAY'],
  ['a file of the device', { type: 'LOAD', media: { contentId: 'file:///etc/passwd' } }],
  ['a script', { type: 'LOAD', media: { contentId: 'javascript:alert(1)' } }],
  ['a script beside a file', { type: 'LOAD', media: { contentId: file, contentUrl: 'javascript:alert(1)' } }],
  ['no address', { type: 'LOAD', media: { contentId: '' } }],
  ['an empty queue', { type: 'QUEUE_LOAD', items: [] }],
  ['more than 50 items', { type: 'QUEUE_LOAD', items: items(51) }],
  ['an index before the queue', { type: 'QUEUE_LOAD', items: items(1), startIndex: -1 }],
  ['an unknown repeat mode', { type: 'QUEUE_UPDATE', repeatMode: 'REPEAT_TWICE' }],
  ['a position before the start', { type: 'SEEK', currentTime: -1 }],
  ['a position that is no number', { type: 'SEEK', currentTime: '3' }],
  ['an endless position', { type: 'SEEK', currentTime: Infinity }],
  ['ids that are no numbers', { type: 'QUEUE_REMOVE', itemIds: ['1'] }],
])('K1 a media request with %s → invalid, and the device plays on', async (_what, request) => {
  const { connection, model } = await playing()
  const before = model.state().playback
  expect(await codeOf(connection.media(request as MediaRequest))).toBe('invalid')
  expect(model.state().playback).toEqual(before)
})

test('K2 a request with fields of the connection → they are left out, and the request is carried out', async () => {
  const { connection, model } = await playing()
  const request = { type: 'PAUSE', requestId: 99, sessionId: 'other', mediaSessionId: 99 }
  await connection.media(request as unknown as MediaRequest)
  expect(model.state().playback!.state).toBe('PAUSED')
})

test('K2 an item with all its fields → the device gets them', async () => {
  const { connection, model } = await playing()
  const item = {
    media: {
      contentId: file,
      contentType: 'video/mp4',
      streamType: 'BUFFERED',
      duration: 12,
      metadata: { metadataType: 0, title: 'One', images: [{ url: 'https://example.org/1.jpg' }] },
      customData: { postId: 'p1' },
    },
    autoplay: true,
    startTime: 3,
    preloadTime: 10,
    customData: { postId: 'p1' },
  } as const
  await connection.media({ type: 'QUEUE_LOAD', items: [item], startIndex: 0, currentTime: 3, repeatMode: 'REPEAT_ALL' })
  expect(model.state().playback!.items).toEqual([{ ...item, itemId: expect.any(Number) }])
})
