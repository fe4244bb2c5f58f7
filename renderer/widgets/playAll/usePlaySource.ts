import { useState } from 'react'
import { useSelector, useStore } from 'react-redux'
import { failureMessage } from '#data/index.ts'
import { feed as queueFeed } from '#host/queueFeed.ts'
import { player, selectIsPlaying, type QueueSource, type WithPlayer } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'

/** Posts asked for before the first is heard; the queue asks for the rest. */
const first = 50

export interface PlaySource {
  /** What the player does with it at the moment. */
  playback: 'off' | 'paused' | 'playing'
  /** The first posts are on their way. */
  busy: boolean
  /** Plays it, or pauses and goes on where it is what plays. */
  toggle(): void
}

/** Two pages' queues of the same list are one queue, whatever they call it. */
const usePlayback = ({ list }: QueueSource): PlaySource['playback'] =>
  useSelector((state: WithPlayer) => {
    const { index, source } = state.player.queue
    if (index < 0 || source === null || JSON.stringify(source.list) !== JSON.stringify(list)) return 'off'
    return selectIsPlaying(state) ? 'playing' : 'paused'
  })

/** Plays a list of which the page shows nothing, or not the posts themselves. */
export function usePlaySource(source: QueueSource): PlaySource {
  const { dispatch, getState } = useStore<WithPlayer>()
  const playback = usePlayback(source)
  const [busy, setBusy] = useState(false)

  const begin = async () => {
    setBusy(true)
    const { source: before } = getState().player.queue
    try {
      // A page of nothing but texts and links is passed over, as the queue itself does.
      let page = await queueFeed.more(source, 0, first)
      for (let from = 0; page.tracks.length === 0 && page.next !== null && page.next > from;) {
        from = page.next
        page = await queueFeed.more(source, from, first)
      }
      // Somebody chose something else meanwhile, and hears it.
      if (getState().player.queue.source !== before) return
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
      if (playback === 'off') void begin()
      else dispatch(selectIsPlaying(getState()) ? player.pause() : player.play())
    },
  }
}
