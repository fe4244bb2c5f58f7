import { createReducer, original, type ActionReducerMapBuilder } from '@reduxjs/toolkit'
import { change } from './edits.ts'
import * as facts from './facts.ts'
import { evict, extend, replace, restore } from './queue.ts'
import { emptyQueue, initialState, type PlayerState, type Queue } from './state.ts'

/** The queue as a plain object. An Immer draft would create a proxy for each item of a long list. */
const originalQueue = (state: PlayerState): Queue => original(state)!.queue

/**
 * Sets the queue and freezes it shallowly. Otherwise Immer would traverse the long lists at every change to freeze
 * them.
 */
function setQueue(state: PlayerState, queue: Queue): void {
  for (const list of [queue.items, queue.order, queue.natural, queue.removed, queue.edits]) Object.freeze(list)
  state.queue = Object.freeze(queue)
}

/** Resets the fields about the output, because it has no medium. */
function resetOutput(state: PlayerState): void {
  state.playing = null
  state.phase = 'stopped'
  state.buffering = false
  state.needsGesture = false
  state.offline = false
  state.unreachable = false
  state.canPip = false
  state.pip = false
  state.remotePlayback = null
}

/** Makes this item the current one, of which no stream has been tried yet. */
function setCurrent(state: PlayerState, index: number, position?: number): void {
  resetOutput(state)
  state.queue.index = index
  const item = originalQueue(state).items[index]
  state.position = position ?? item?.startTime ?? 0
  state.duration = item?.duration ?? 0
  state.failures = []
  state.deadItemId = null
  state.itemOver = false
  state.ended = false
  state.recentlyStarted = false
  state.resumedFrom = null
  state.advanceHeld = false
}

type Builder = ActionReducerMapBuilder<PlayerState>

/** Facts about queue, cursor and pages of the source. */
function recordQueue(on: Builder): void {
  on.addCase(facts.queueReplaced, (state, { payload }) => {
    resetOutput(state)
    setQueue(state, replace(originalQueue(state), payload))
    state.fetching = null
    state.phase = 'initialized'
    if (state.mode === 'hidden') state.mode = 'floating'
  })
  on.addCase(facts.queueChanged, (state, { payload }) => {
    setQueue(state, change(originalQueue(state), payload))
    if (state.mode === 'hidden' && state.queue.index >= 0) state.mode = 'floating'
  })
  on.addCase(facts.queueEmptied, ({ queue, repeat, volume, muted, composing, remote }) => ({
    ...initialState,
    remote,
    queue,
    phase: 'closed' as const,
    repeat,
    volume,
    muted,
    composing,
  }))
  on.addCase(facts.sessionRestored, (state, { payload: { queue, repeat, position, duration } }) => {
    const restored = restore(originalQueue(state), queue)
    setCurrent(state, restored.index, position)
    setQueue(state, restored)
    state.duration = duration
    state.repeat = repeat
    state.mode = 'floating'
  })
  on.addCase(facts.queueAdopted, (state, { payload: { queue, repeat, position, duration } }) => {
    setCurrent(state, queue.index, position)
    setQueue(state, queue)
    state.duration = duration
    state.repeat = repeat
    state.intent = 'pause'
    if (state.mode === 'hidden') state.mode = 'floating'
  })
  on.addCase(facts.pageRequested, (state, { payload }) => {
    state.fetching = payload
  })
  on.addCase(facts.pageFailed, (state) => {
    state.fetching = null
  })
  on.addCase(facts.pageLoaded, (state, { payload }) => {
    state.fetching = null
    setQueue(state, evict(extend(originalQueue(state), payload)))
  })
  on.addCase(facts.cursorMoved, (state, { payload: { index, position } }) => {
    setCurrent(state, index, position)
    state.phase = 'queued'
  })
  on.addCase(facts.itemShown, (state, { payload: { index, position } }) => {
    setCurrent(state, index, position)
    state.intent = 'pause'
  })
  on.addCase(facts.itemResumed, (state, { payload }) => {
    state.position = payload
    state.resumedFrom = payload
  })
  on.addCase(facts.closed, ({ repeat, volume, muted, composing, remote, queue: { issued } }) => ({
    ...initialState,
    remote,
    // Ids are not reused within a session.
    queue: { ...emptyQueue, issued },
    phase: 'closed' as const,
    repeat,
    volume,
    muted,
    composing,
  }))
}

/** Facts about the output, the network and the current item. */
function recordPlayback(on: Builder): void {
  on.addCase(facts.streamOpened, (state, { payload }) => {
    resetOutput(state)
    state.playing = payload
    state.phase = 'loading'
  })
  on.addCase(facts.itemStarted, (state) => {
    state.recentlyStarted = true
  })
  on.addCase(facts.recentStartExpired, (state) => {
    state.recentlyStarted = false
  })
  on.addCase(facts.networkChanged, (state, { payload }) => {
    resetOutput(state)
    state.offline = payload.offline
    state.unreachable = payload.unreachable
    // Streams that failed by the network are tried again.
    if (payload.unreachable) state.failures = state.failures.filter(({ scope }) => scope !== 'network')
  })
  on.addCase(facts.advanceHeld, (state, { payload }) => {
    state.advanceHeld = payload
  })
  on.addCase(facts.playbackAwaited, (state) => {
    state.phase = 'loading'
    state.needsGesture = false
  })
  on.addCase(facts.playbackStarted, (state) => {
    state.phase = 'playing'
    state.buffering = false
    state.needsGesture = false
  })
  on.addCase(facts.playbackStopped, (state) => {
    state.phase = 'stopped'
    state.buffering = false
  })
  on.addCase(facts.bufferingStarted, (state) => {
    state.buffering = true
  })
  on.addCase(facts.gestureNeeded, (state) => {
    state.phase = 'stopped'
    state.needsGesture = true
  })
  on.addCase(facts.positionChanged, (state, { payload }) => {
    state.position = payload.position
    state.duration = payload.duration
  })
  on.addCase(facts.streamFailed, (state, { payload }) => {
    state.failures.push(payload)
  })
  on.addCase(facts.itemEnded, (state) => {
    resetOutput(state)
    state.itemOver = true
  })
  on.addCase(facts.itemFailed, (state, { payload }) => {
    resetOutput(state)
    state.deadItemId = payload.id
  })
  on.addCase(facts.queueEnded, (state) => {
    resetOutput(state)
    state.intent = 'pause'
    state.ended = true
    state.suspended = false
  })
  on.addCase(facts.pipOffered, (state, { payload }) => {
    state.canPip = payload
  })
  on.addCase(facts.pipChanged, (state, { payload }) => {
    state.pip = payload
  })
  on.addCase(facts.remotePlaybackChanged, (state, { payload }) => {
    state.remotePlayback = payload
  })
}

/** Facts about intent, settings and composing. */
function recordSettings(on: Builder): void {
  on.addCase(facts.intentChanged, (state, { payload }) => {
    state.intent = payload
    // A later play or pause overrides the pause by `suspend`, so that `unsuspend` changes nothing.
    state.suspended = false
  })
  on.addCase(facts.suspended, (state) => {
    state.suspended = true
  })
  on.addCase(facts.composingChanged, (state, { payload }) => {
    state.composing = payload
  })
  on.addCase(facts.volumeChanged, (state, { payload }) => {
    state.volume = payload.volume
    state.muted = payload.muted
  })
  on.addCase(facts.repeatChanged, (state, { payload }) => {
    state.repeat = payload
  })
  on.addCase(facts.modeChanged, (state, { payload }) => {
    state.mode = payload
  })
}

/** Facts about other devices. */
function recordRemote(on: Builder): void {
  on.addCase(facts.mirrored, ({ mode, composing, remote }, { payload }) => {
    const isEmpty = payload.queue.index < 0
    const shown = isEmpty ? 'hidden' : mode === 'hidden' ? 'floating' : mode
    return { ...payload, mode: shown, composing, remote, canPip: false, pip: false, remotePlayback: null }
  })
  on.addCase(facts.remoteChanged, (state, { payload }) => {
    state.remote = payload
  })
}

/**
 * The player's reducer. It records facts only: a command changes the state through the facts that a driver dispatches.
 */
export const reducer = createReducer(initialState, (on) => {
  recordQueue(on)
  recordPlayback(on)
  recordSettings(on)
  recordRemote(on)
})
