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
  /** Whether its streams are being fetched. */
  busy: boolean
  toggle(): void
}

/** The id of the result chosen last; answers for earlier ones are ignored. */
let lastChosenId = ''

/** Identifies a queue: playback within it does not change its first item. */
const firstItemIdOf = ({ player: { queue } }: WithPlayer) => queue.items[0]?.id

/** Plays a result of another service, which is no post. */
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
    // Do not replace a queue that was started during the request.
    if (lastChosenId !== postId || firstItemIdOf(store.getState()) !== before) return
    const track = trackOf(result, data?.media ?? null)
    if (track.streams.length > 0) dispatch(player.playQueue({ tracks: [track] }))
    else showToast({ text: t.search.cannotPlay, kind: 'error', now: true })
  }
  return { playback, busy, toggle: () => (playback === 'off' ? void start() : dispatch(player.toggle())) }
}
