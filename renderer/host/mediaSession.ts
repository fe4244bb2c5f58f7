/**
 * Publishes the playback state to the operating system through the Media Session API, and handles the system's media controls (BY3): keys,
 * headsets, lock screens and media panels. The frame of a provider may have its own media session, which can take precedence while it
 * plays; a page cannot prevent that.
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

/** Seconds by which `seekbackward` and `seekforward` move if the system specifies no offset. */
const defaultStepSeconds = 10
/** The position is published again when the one that the system extrapolates deviates by more than this (seconds). */
const maxDriftSeconds = 1

interface PlayerStore {
  getState(): WithPlayer
  dispatch(action: UnknownAction): unknown
  subscribe(listener: () => void): () => void
}

export type SystemSession = Pick<MediaSession, 'metadata' | 'playbackState' | 'setActionHandler' | 'setPositionState'>

/** Publishes at every change of the store and the clock, until the returned function is called. */
export function publishMediaSession(session: SystemSession, store: PlayerStore, clock: PlayerClock): () => void {
  const actions = createActions(store, clock)
  const activeHandlers = new Set<MediaSessionAction>()
  let item: QueueItem | null = null
  /** The title of the playlist that the item plays from. */
  let album = ''
  /** The last published position and duration (seconds), and the value of `performance.now()` at that time (ms). */
  let published: { position: number; duration: number; isPlaying: boolean; publishedAt: number } | null = null
  /** True while no position is published. */
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

  function publishPosition(isPlaying: boolean): void {
    const { position, duration } = clock.getSnapshot()
    if (item === null || !Number.isFinite(duration) || duration <= 0) {
      if (!isPositionEmpty) session.setPositionState?.()
      isPositionEmpty = true
      published = null
      return
    }
    const now = performance.now()
    const extrapolated = published && published.position + (published.isPlaying ? (now - published.publishedAt) / 1000 : 0)
    if (
      published &&
      published.isPlaying === isPlaying &&
      published.duration === duration &&
      Math.abs(position - extrapolated!) <= maxDriftSeconds
    )
      return
    published = { position, duration, isPlaying, publishedAt: now }
    isPositionEmpty = false
    session.setPositionState?.({ duration, position: Math.min(Math.max(position, 0), duration), playbackRate: 1 })
  }

  function publish(): void {
    const state = store.getState()
    const current = selectCurrentItem(state)
    const isPlaying = selectIsPlaying(state)
    const sourceTitle = current === null ? '' : playedFrom(current, state.player.queue.source).title
    if (current !== item || sourceTitle !== album) {
      if (current?.id !== item?.id) published = null
      item = current
      album = sourceTitle
      session.metadata = current && metadataOf(current, sourceTitle)
    }
    session.playbackState = current === null ? 'none' : isPlaying ? 'playing' : 'paused'
    const isSeekable = current !== null && clock.getSnapshot().duration > 0
    for (const action of ['play', 'pause', 'stop'] as const) setHandler(action, current !== null)
    for (const action of ['seekto', 'seekbackward', 'seekforward'] as const) setHandler(action, isSeekable)
    setHandler('previoustrack', selectCanPrevious(state))
    setHandler('nexttrack', selectCanNext(state))
    publishPosition(isPlaying)
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
    // The address of the picture is invalid.
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
    // Like desktop players, pauses and seeks to the start. The queue remains: a media key must not discard it.
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
