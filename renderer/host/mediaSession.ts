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
const defaultStepSeconds = 10
/** Tolerated deviation of the system's extrapolated position (s). */
const maxDriftSeconds = 1

interface PlayerStore {
  getState(): WithPlayer
  dispatch(action: UnknownAction): unknown
  subscribe(listener: () => void): () => void
}

export type SystemSession = Pick<MediaSession, 'metadata' | 'playbackState' | 'setActionHandler' | 'setPositionState'>

/** Returns a function that ends it. */
export function publishMediaSession(session: SystemSession, store: PlayerStore, clock: PlayerClock): () => void {
  const actions = createActions(store, clock)
  const activeHandlers = new Set<MediaSessionAction>()
  let item: QueueItem | null = null
  let album = ''
  /** The last published state; `at` in milliseconds. */
  let published: { position: number; duration: number; playing: boolean; at: number } | null = null
  /** No position is published. */
  let isPositionEmpty = true

  function setHandler(action: MediaSessionAction, isEnabled: boolean): void {
    if (isEnabled === activeHandlers.has(action)) return
    if (isEnabled) activeHandlers.add(action)
    else activeHandlers.delete(action)
    try {
      session.setActionHandler(action, isEnabled ? (actions[action] ?? null) : null)
    } catch {
      // The browser does not support this action.
    }
  }

  function publishPosition(playing: boolean): void {
    const { position, duration } = clock.getSnapshot()
    if (item === null || !Number.isFinite(duration) || duration <= 0) {
      if (!isPositionEmpty) session.setPositionState?.()
      isPositionEmpty = true
      published = null
      return
    }
    const now = performance.now()
    const extrapolated = published && published.position + (published.playing ? (now - published.at) / 1000 : 0)
    if (
      published &&
      published.playing === playing &&
      published.duration === duration &&
      Math.abs(position - extrapolated!) <= maxDriftSeconds
    )
      return
    published = { position, duration, playing, at: now }
    isPositionEmpty = false
    session.setPositionState?.({ duration, position: Math.min(Math.max(position, 0), duration), playbackRate: 1 })
  }

  function publish(): void {
    const state = store.getState()
    const current = selectCurrentItem(state)
    const playing = selectIsPlaying(state)
    const name = current === null ? '' : playedFrom(current, state.player.queue.source).title
    if (current !== item || name !== album) {
      if (current?.id !== item?.id) published = null
      item = current
      album = name
      session.metadata = current && metadataOf(current, name)
    }
    session.playbackState = current === null ? 'none' : playing ? 'playing' : 'paused'
    const seekable = current !== null && clock.getSnapshot().duration > 0
    for (const action of ['play', 'pause', 'stop'] as const) setHandler(action, current !== null)
    for (const action of ['seekto', 'seekbackward', 'seekforward'] as const) setHandler(action, seekable)
    setHandler('previoustrack', selectCanPrevious(state))
    setHandler('nexttrack', selectCanNext(state))
    publishPosition(playing)
  }

  const unsubscribers = [store.subscribe(publish), clock.subscribe(() => publishPosition(selectIsPlaying(store.getState())))]
  publish()
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
    for (const action of [...activeHandlers]) setHandler(action, false)
    session.metadata = null
    session.playbackState = 'none'
    session.setPositionState?.()
  }
}

function metadataOf({ title, creator, image }: QueueItem, album: string): MediaMetadata {
  const fields = { title, artist: creator, album }
  try {
    return new MediaMetadata({ ...fields, artwork: image === undefined ? [] : [{ src: image }] })
  } catch {
    // The picture's address is invalid.
    return new MediaMetadata(fields)
  }
}

function createActions(
  { dispatch, getState }: PlayerStore,
  clock: PlayerClock,
): Partial<Record<MediaSessionAction, MediaSessionActionHandler>> {
  const seekBy = (seconds: number) => dispatch(player.seek(Math.max(0, clock.getSnapshot().position + seconds)))
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
    seekbackward: ({ seekOffset }) => void seekBy(-(seekOffset || defaultStepSeconds)),
    seekforward: ({ seekOffset }) => void seekBy(seekOffset || defaultStepSeconds),
  }
}
