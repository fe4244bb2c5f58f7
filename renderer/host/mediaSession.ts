/**
 * Publishes the playback state to the system and handles its media keys (BY3): headsets, lock screens, the browser's media panel, and the
 * desktop's through Chromium. A provider's frame with a session of its own may take precedence while it plays; a page cannot change that.
 */
import type { UnknownAction } from '@reduxjs/toolkit'
import {
  playedFrom,
  player,
  selectCanNext,
  selectCanPrevious,
  selectCurrentItem,
  selectIsPlaying,
  type PlayerClock,
  type QueueItem,
  type WithPlayer,
} from '#player/index.ts'

/** In seconds, if the system specifies none. */
const step = 10
/** Tolerated deviation of the system's extrapolated position (s). */
const drift = 1

interface PlayerStore {
  getState(): WithPlayer
  dispatch(action: UnknownAction): unknown
  subscribe(listener: () => void): () => void
}

export type SystemSession = Pick<MediaSession, 'metadata' | 'playbackState' | 'setActionHandler' | 'setPositionState'>

/** Returns a function that ends it. */
export function showToSystem(session: SystemSession, store: PlayerStore, clock: PlayerClock): () => void {
  const actions = createActions(store, clock)
  const offered = new Set<MediaSessionAction>()
  let item: QueueItem | null = null
  let album = ''
  /** The last published state; `at` in milliseconds. */
  let told: { position: number; duration: number; playing: boolean; at: number } | null = null
  /** No position is published. */
  let blank = true

  function offer(action: MediaSessionAction, can: boolean): void {
    if (can === offered.has(action)) return
    if (can) offered.add(action)
    else offered.delete(action)
    try {
      session.setActionHandler(action, can ? (actions[action] ?? null) : null)
    } catch {
      // The browser does not support this action.
    }
  }

  function tellPosition(playing: boolean): void {
    const { position, duration } = clock.getSnapshot()
    if (item === null || !Number.isFinite(duration) || duration <= 0) {
      if (!blank) session.setPositionState?.()
      blank = true
      told = null
      return
    }
    const now = performance.now()
    const reckoned = told && told.position + (told.playing ? (now - told.at) / 1000 : 0)
    if (told && told.playing === playing && told.duration === duration && Math.abs(position - reckoned!) <= drift) return
    told = { position, duration, playing, at: now }
    blank = false
    session.setPositionState?.({ duration, position: Math.min(Math.max(position, 0), duration), playbackRate: 1 })
  }

  function tell(): void {
    const state = store.getState()
    const current = selectCurrentItem(state)
    const playing = selectIsPlaying(state)
    const name = current === null ? '' : playedFrom(current, state.player.queue.source).title
    if (current !== item || name !== album) {
      if (current?.id !== item?.id) told = null
      item = current
      album = name
      session.metadata = current && metadataOf(current, name)
    }
    session.playbackState = current === null ? 'none' : playing ? 'playing' : 'paused'
    const seekable = current !== null && clock.getSnapshot().duration > 0
    for (const action of ['play', 'pause', 'stop'] as const) offer(action, current !== null)
    for (const action of ['seekto', 'seekbackward', 'seekforward'] as const) offer(action, seekable)
    offer('previoustrack', selectCanPrevious(state))
    offer('nexttrack', selectCanNext(state))
    tellPosition(playing)
  }

  const ends = [store.subscribe(tell), clock.subscribe(() => tellPosition(selectIsPlaying(store.getState())))]
  tell()
  return () => {
    for (const end of ends) end()
    for (const action of [...offered]) offer(action, false)
    session.metadata = null
    session.playbackState = 'none'
    session.setPositionState?.()
  }
}

function metadataOf({ title, creator, image }: QueueItem, album: string): MediaMetadata {
  const words = { title, artist: creator, album }
  try {
    return new MediaMetadata({ ...words, artwork: image === undefined ? [] : [{ src: image }] })
  } catch {
    // The picture's address is invalid.
    return new MediaMetadata(words)
  }
}

function createActions(
  { dispatch, getState }: PlayerStore,
  clock: PlayerClock,
): Partial<Record<MediaSessionAction, MediaSessionActionHandler>> {
  const by = (seconds: number) => dispatch(player.seek(Math.max(0, clock.getSnapshot().position + seconds)))
  return {
    play: () => void dispatch(player.play()),
    pause: () => void dispatch(player.pause()),
    // As on desktops: pauses and returns to the start. A key must not discard the queue.
    stop() {
      dispatch(player.pause())
      dispatch(player.seek(selectCurrentItem(getState())?.startTime ?? 0))
    },
    previoustrack: () => void dispatch(player.previous()),
    nexttrack: () => void dispatch(player.next()),
    seekto({ seekTime }) {
      if (seekTime != null && Number.isFinite(seekTime)) dispatch(player.seek(seekTime))
    },
    seekbackward: ({ seekOffset }) => void by(-(seekOffset || step)),
    seekforward: ({ seekOffset }) => void by(seekOffset || step),
  }
}
