import { createReducer, original } from '@reduxjs/toolkit'
import * as facts from './facts.ts'
import { append, replace } from './queue.ts'
import { initialState, type PlayerState, type Queue } from './state.ts'

/** The queue itself and not Immer's draft of it, of which a long list would make one per item. */
const plain = (state: PlayerState): Queue => original(state)!.queue

/** Nothing is in an output any more. */
function rest(state: PlayerState): void {
  state.playing = null
  state.phase = 'stopped'
  state.buffering = false
  state.needsGesture = false
}

/** Records facts; a command never reaches state but through the facts that the sagas make of it. */
export const reducer = createReducer(initialState, (on) => {
  on.addCase(facts.queueReplaced, (state, { payload }) => {
    rest(state)
    state.queue = replace(plain(state), payload)
    state.phase = 'initialized'
    if (state.mode === 'hidden') state.mode = 'floating'
  })
  on.addCase(facts.pageAppended, (state, { payload }) => {
    state.queue = append(plain(state), payload)
  })
  on.addCase(facts.cursorMoved, (state, { payload }) => {
    rest(state)
    state.queue.index = payload.index
    state.phase = 'queued'
    state.position = state.queue.items[payload.index]?.startTime ?? 0
    state.duration = 0
    state.failures = []
    state.deadItemId = null
    state.ended = false
  })
  on.addCase(facts.streamOpened, (state, { payload }) => {
    rest(state)
    state.playing = payload
    state.phase = 'loading'
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
  on.addCase(facts.itemEnded, rest)
  on.addCase(facts.itemFailed, (state, { payload }) => {
    rest(state)
    state.deadItemId = payload.id
  })
  on.addCase(facts.queueEnded, (state) => {
    rest(state)
    state.intent = 'pause'
    state.ended = true
  })
  on.addCase(facts.intentChanged, (state, { payload }) => {
    state.intent = payload
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
  on.addCase(facts.closed, ({ repeat, volume, muted, queue: { issued } }) => ({
    ...initialState, queue: { ...initialState.queue, issued }, phase: 'closed' as const, repeat, volume, muted,
  }))
})
