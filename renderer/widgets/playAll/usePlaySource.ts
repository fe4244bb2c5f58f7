import { useState } from 'react'
import { useSelector, useStore } from 'react-redux'
import { failureMessage } from '#data/index.ts'
import { loadFirstPage } from '#host/queueFeed.ts'
import { player, selectIsPlaying, type QueueSource, type WithPlayer } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'

export interface PlaySource {
  /** Playback state of this source. */
  playback: 'off' | 'paused' | 'playing'
  /** The first page is loading. */
  busy: boolean
  /** Starts the source, or toggles pause if it is the current queue. */
  toggle(): void
}

/** Playback state of a source. Sources are compared by their list: titles and addresses may differ between pages. */
const usePlayback = ({ list }: QueueSource): PlaySource['playback'] =>
  useSelector((state: WithPlayer) => {
    const { index, source } = state.player.queue
    if (index < 0 || source === null || JSON.stringify(source.list) !== JSON.stringify(list)) return 'off'
    return selectIsPlaying(state) ? 'playing' : 'paused'
  })

/** Plays a list whose posts the page has not loaded. */
export function usePlaySource(source: QueueSource): PlaySource {
  const { dispatch, getState } = useStore<WithPlayer>()
  const playback = usePlayback(source)
  const [busy, setBusy] = useState(false)

  const start = async () => {
    setBusy(true)
    const { source: previousSource } = getState().player.queue
    try {
      const page = await loadFirstPage(source)
      // Another queue was started during the request.
      if (getState().player.queue.source !== previousSource) return
      if (page.tracks.length > 0) dispatch(player.playQueue({ tracks: page.tracks, source, next: page.next }))
      else showToast({ text: t.playAll.nothingToPlay, now: true })
    } catch (error) {
      showToast({ text: t.playAll.playAllFailed(failureMessage(error)), kind: 'error', now: true })
    } finally {
      setBusy(false)
    }
  }
  return {
    playback,
    busy,
    toggle() {
      if (playback === 'off') void start()
      else dispatch(selectIsPlaying(getState()) ? player.pause() : player.play())
    },
  }
}
