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
  /** What plays it is being asked for. */
  busy: boolean
  toggle(): void
}

/** The find that was chosen last: the answer to an earlier choice comes too late. */
let chosen = ''

/** Tells one queue from the next; that the queue itself goes on makes no difference. */
const queueOf = ({ player: { queue } }: WithPlayer) => queue.items[0]?.id

/** Plays what another service has as it is, as nobody's post. */
export function useWebPlay(result: MediaResult): WebPlay {
  const dispatch = useDispatch()
  const store = useStore<WithPlayer>()
  const [ask] = useLazyMediaInfoQuery()
  const [busy, setBusy] = useState(false)
  const { postId } = trackOf(result, null)
  const playback = useSelector((state: WithPlayer) =>
    selectCurrentItem(state)?.postId !== postId ? 'off' : selectIsPlaying(state) ? 'playing' : 'paused',
  )

  const begin = async () => {
    chosen = postId
    const before = queueOf(store.getState())
    setBusy(true)
    const { data } = await ask({ query: { url: result.href } }, true)
    setBusy(false)
    // Nor does it take the place of what somebody began to play meanwhile.
    if (chosen !== postId || queueOf(store.getState()) !== before) return
    const track = trackOf(result, data?.media ?? null)
    if (track.streams.length > 0) dispatch(player.playQueue({ tracks: [track] }))
    else showToast({ text: t.search.cannotPlay, kind: 'error', now: true })
  }
  return { playback, busy, toggle: () => (playback === 'off' ? void begin() : dispatch(player.toggle())) }
}
