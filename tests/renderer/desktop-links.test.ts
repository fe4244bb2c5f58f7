import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatId } from '#contract/ids.ts'
import { authOpened } from '#data/dialogs.ts'
import type { DesktopBridge } from '#host/platform.ts'
import { navigate } from '#navigation/history.ts'
import { createPlayerClock, player } from '#player/index.ts'
import { receiveToasts } from '#ui/toast.ts'
import { connectDesktop, handleIntent } from '../../renderer/app/desktop.ts'
import type { Store } from '../../renderer/app/store.ts'
import { pageOf, sampleBead, sampleMedia, samplePost } from '../component/samples.ts'

const bead = sampleBead('Night drive', {}, formatId('bead', 1_700_000_000_000, '0123abcd'))
const playable = samplePost('So What', bead, 1, { media: sampleMedia() })
const text = samplePost('A text without a medium', bead, 2, { media: null })

vi.mock('#navigation/history.ts', async (original) => ({ ...(await original<object>()), navigate: vi.fn() }))

/** Responses by path, without its query. Others are not found. */
let responses: Record<string, object>
let toasts: string[]
let stopToasts: () => void

beforeEach(() => {
  responses = {}
  toasts = []
  stopToasts = receiveToasts((toast) => void toasts.push(`${toast.kind}: ${toast.text}`))
  vi.stubGlobal('fetch', async (url: string) => {
    const body = responses[new URL(url, 'https://strand.example').pathname]
    return Response.json(body ?? { code: 'not_found', message: 'This does not exist.', requestId: 'test' }, { status: body ? 200 : 404 })
  })
})
afterEach(() => {
  stopToasts()
  vi.mocked(navigate).mockClear()
  vi.unstubAllGlobals()
})

async function follow(id: string) {
  const dispatch = vi.fn<(action: unknown) => void>()
  await handleIntent({ type: 'queue', id }, { dispatch } as unknown as Store)
  return dispatch.mock.calls.map(([action]) => action)
}

it('BY18 strand://queue of a playlist → its posts that can be played are added to the queue', async () => {
  responses = { [`/api/v0/beads/${bead.id}`]: bead, '/api/v0/posts': pageOf(playable, text) }
  const actions = await follow(bead.id)
  expect(actions).toEqual([player.addToQueue([expect.objectContaining({ title: 'So What' })])])
  expect(toasts).toEqual([])
})

it('BY18 strand://queue of a post → the post is added to the queue', async () => {
  const post = { ...playable, id: formatId('post', 1_700_000_000_000, 'zzzzzzzz') }
  responses = { [`/api/v0/posts/${post.id}`]: post }
  expect(await follow(post.id)).toEqual([player.addToQueue([expect.objectContaining({ title: 'So What' })])])
})

it.each(['bead', 'post'] as const)('BY18 strand://queue of an unknown %s → a message, and the queue is unchanged', async (kind) => {
  expect(await follow(formatId(kind, 1_700_000_000_000, '99999999'))).toEqual([])
  expect(toasts).toEqual(["error: The list couldn't be played. This does not exist."])
})

it('BY18 strand://queue of a playlist or post with nothing to play → a message, and the queue is unchanged', async () => {
  const post = { ...text, id: formatId('post', 1_700_000_000_000, 'yyyyyyyy') }
  responses = { [`/api/v0/beads/${bead.id}`]: bead, '/api/v0/posts': pageOf(text), [`/api/v0/posts/${post.id}`]: post }
  expect([await follow(bead.id), await follow(post.id)]).toEqual([[], []])
  expect(toasts).toEqual(['error: Nothing here can be played.', 'error: Nothing here can be played.'])
})

/** Opens a path. @param me the answer to who the viewer is; undefined: it is unknown, as without a network */
async function open(path: string, me: object | null | undefined) {
  const actions: unknown[] = []
  const dispatch = (action: unknown) => (typeof action === 'function' ? Promise.resolve({ data: me }) : actions.push(action))
  await handleIntent({ type: 'open', path }, { dispatch } as unknown as Store)
  return actions
}

it.each([
  [`/${bead.id}?join`, `/${bead.id}`, [authOpened({ mode: 'signup' })]],
  [`/${bead.id}?sort=recent`, `/${bead.id}?sort=recent`, []],
  ['/p/ada?join', '/p/ada?join', []],
])('BY18 %s of strand://join or open → the page %s; for a playlist to join, the dialog too', async (path, shown, actions) => {
  expect(await open(path, null)).toEqual(actions)
  expect(vi.mocked(navigate)).toHaveBeenCalledExactlyOnceWith(shown)
})

it.each([
  ['a member', { uid: 'ada' }],
  ['a viewer who is unknown without a network', undefined],
])('BY18 strand://join for %s → the page, without the dialog', async (_, me) => {
  expect(await open(`/${bead.id}?join`, me)).toEqual([])
  expect(vi.mocked(navigate)).toHaveBeenCalledExactlyOnceWith(`/${bead.id}`)
})

it('BY18 links that arrived before the page was ready, and later ones → each is carried out once', async () => {
  responses = { [`/api/v0/beads/${bead.id}`]: bead, '/api/v0/posts': pageOf(playable) }
  const intent = { type: 'queue', id: bead.id } as const
  const listeners: ((received: typeof intent) => void)[] = []
  const bridge = {
    onIntent: (listener: (received: typeof intent) => void) => void listeners.push(listener),
    takeIntents: async () => ({ ok: true, value: [intent] }),
    reportPlayback: () => undefined,
    onPlayerCommand: () => () => undefined,
    onResume: () => () => undefined,
  } as unknown as DesktopBridge
  const dispatch = vi.fn<(action: unknown) => void>()
  const state = { player: { queue: { items: [], index: -1, repeat: 'off' }, intent: 'pause', deadItemId: null, remote: null } }
  connectDesktop(bridge, { dispatch, subscribe: () => () => undefined, getState: () => state } as unknown as Store, createPlayerClock())
  await vi.waitFor(() => expect(dispatch).toHaveBeenCalledTimes(1))
  for (const listener of listeners) listener(intent)
  await vi.waitFor(() => expect(dispatch).toHaveBeenCalledTimes(2))
})
