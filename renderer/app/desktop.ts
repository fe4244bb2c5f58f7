/** Connects the page with the desktop application: the player, and `strand://` links (BY18, BY19). */
import { idKind } from '#contract/ids.ts'
import { api } from '#data/api.ts'
import { call } from '#data/client.ts'
import { authOpened } from '#data/dialogs.ts'
import { connectPlayback } from '#host/desktop/playback.ts'
import type { DesktopBridge } from '#host/platform.ts'
import { loadFirstPage } from '#host/queueFeed.ts'
import { navigate } from '#navigation/history.ts'
import { fromPosts, player, type PlayerClock, type QueueRequest, type QueueSource } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import type { Store } from './store.ts'

type Intent = Parameters<Parameters<DesktopBridge['onIntent']>[0]>[0]

export function connectDesktop(bridge: DesktopBridge, store: Store, clock: PlayerClock): void {
  connectPlayback(bridge, store, clock)
  const handle = (intent: Intent) => void handleIntent(intent, store)
  bridge.onIntent(handle)
  void bridge.takeIntents().then((answer) => {
    if (answer.ok) for (const intent of answer.value) handle(intent)
  })
}

/** Carries out a link. Ids and paths come from outside: an unknown one shows the page for missing content. */
export async function handleIntent(intent: Intent, { dispatch }: Pick<Store, 'dispatch'>): Promise<void> {
  switch (intent.type) {
    case 'open': {
      const joined = /^(\/b[0-9a-z]{17})\?join$/.exec(intent.path)?.[1]
      navigate(joined ?? intent.path)
      if (joined === undefined) return
      // Without a network, it may be unknown who the viewer is: a member needs no dialog.
      const { data: me } = await dispatch(api.endpoints.me.initiate(undefined, { subscribe: false }))
      if (me === null) dispatch(authOpened({ mode: 'signup' }))
      return
    }
    case 'pair':
      return navigate(`/tvos/connect?connecttoken=${encodeURIComponent(intent.code)}`)
    case 'play': {
      navigate(`/${encodeURIComponent(intent.id)}`)
      const queue = await loadQueue(intent.id)
      if (queue) dispatch(player.playQueue({ ...queue, ...(intent.startTime !== null && { position: intent.startTime }) }))
      return
    }
    case 'queue': {
      const queue = await loadQueue(intent.id)
      if (!queue) return
      const { featured, tracks } = queue
      dispatch(player.addToQueue(featured ? [featured, ...tracks.filter(({ postId }) => postId !== featured.postId)] : tracks))
    }
  }
}

/** The track of the post that an admin featured, which plays first (Q1); none if it is not playable or was deleted. */
async function loadFeatured(id: string | undefined): Promise<QueueRequest['featured']> {
  if (id === undefined) return undefined
  const { data } = await call('GET /api/v0/posts/:id', { params: { id } })
  return data && fromPosts([data])[0]
}

/** The tracks of a playlist or of a post; null if there are none, or if they could not be loaded, which is shown. */
async function loadQueue(id: string): Promise<QueueRequest | null> {
  const fail = (text: string): null => {
    showToast({ text, kind: 'error', now: true })
    return null
  }
  if (idKind(id) === 'post') {
    const { data, error } = await call('GET /api/v0/posts/:id', { params: { id } })
    if (error) return fail(t.playAll.playAllFailed(error.message))
    const tracks = fromPosts([data])
    return tracks.length === 0 ? fail(t.playAll.nothingToPlay) : { tracks }
  }
  const { data: bead, error } = await call('GET /api/v0/beads/:id', { params: { id } })
  if (error) return fail(t.playAll.playAllFailed(error.message))
  const source: QueueSource = { list: { of: 'posts', query: { bead: id } }, title: bead.title, href: bead.href }
  try {
    const { tracks, next } = await loadFirstPage(source)
    const featured = await loadFeatured(bead.featuredPostId)
    return tracks.length === 0 && !featured ? fail(t.playAll.nothingToPlay) : { tracks, source, next, ...(featured && { featured }) }
  } catch (failure) {
    return fail(t.playAll.playAllFailed(failure instanceof Error ? failure.message : ''))
  }
}
