import { useState } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { MediaResult } from '#contract/endpoints/mediasearch.ts'
import { useLazyMediaInfoQuery } from '#data/search.ts'
import { player, selectCurrentItem, selectIsPlaying, type WithPlayer } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import { trackOf } from './track.ts'

interface WebPlay {
  playback: 'off' | 'paused' | 'playing'
  /** Whether the streams of the result are being fetched. */
  busy: boolean
  toggle(): void
}

/** The id of the result that was pressed last, in any list; answers for earlier ones are ignored. */
let lastChosenId = ''

/** Identifies the queue: playing another of its items does not change the first one. */
const firstItemIdOf = ({ player: { queue } }: WithPlayer) => queue.items[0]?.id

/** Plays a result of another service: fetches its streams, then replaces the queue by this one track. */
export function useWebPlay(result: MediaResult): WebPlay {
  const dispatch = useDispatch()
  const store = useStore<WithPlayer>()
  const [fetchMedia] = useLazyMediaInfoQuery()
  const [busy, setBusy] = useState(false)
  const { postId } = trackOf(result, null)
  const playback = useSelector((state: WithPlayer) =>
    selectCurrentItem(state)?.postId !== postId ? 'off' : selectIsPlaying(state) ? 'playing' : 'paused',
  )

  const start = async () => {
    lastChosenId = postId
    const before = firstItemIdOf(store.getState())
    setBusy(true)
    const { data } = await fetchMedia({ query: { url: result.href } }, true)
    setBusy(false)
    // Another result was pressed, or another queue was started, during the request: do not replace it.
    if (lastChosenId !== postId || firstItemIdOf(store.getState()) !== before) return
    const track = trackOf(result, data?.media ?? null)
    if (track.streams.length > 0) dispatch(player.playQueue({ tracks: [track] }))
    else showToast({ text: t.search.cannotPlay, kind: 'error', now: true })
  }
  return { playback, busy, toggle: () => (playback === 'off' ? void start() : dispatch(player.toggle())) }
}
