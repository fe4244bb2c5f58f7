/** What a person, or a page on their behalf, asks of the player. Sagas answer with facts. */
import { createAction, isAnyOf } from '@reduxjs/toolkit'
import type { QueueRequest } from './queue.ts'
import type { Mode } from './state.ts'

/** Plays a list from `index` on; `source` and `next` say where more of it is. */
export const playQueue = createAction<QueueRequest>('player/playQueue')
/** Plays the item with this id of the queue. */
export const playItem = createAction<string>('player/playItem')
/** Goes on; replays the item where the queue has ended; tries again an item that failed. */
export const play = createAction('player/play')
export const pause = createAction('player/pause')
export const toggle = createAction('player/toggle')
export const next = createAction('player/next')
export const previous = createAction('player/previous')
/** Plays the current item from its beginning, every stream anew. */
export const retry = createAction('player/retry')
/** Seconds from the beginning of the medium. */
export const seek = createAction<number>('player/seek')
/** 0 to 1; anything above 0 is heard, so it ends muting. */
export const setVolume = createAction<number>('player/setVolume')
export const setMuted = createAction<boolean>('player/setMuted')
export const setRepeat = createAction<boolean>('player/setRepeat')
export const setMode = createAction<Mode>('player/setMode')
/** Stops, and clears track and queue (B4). */
export const close = createAction('player/close')

export const isCommand = isAnyOf(
  playQueue, playItem, play, pause, toggle, next, previous, retry, seek, setVolume, setMuted, setRepeat, setMode, close,
)
export type Command = ReturnType<
  | typeof playQueue | typeof playItem | typeof play | typeof pause | typeof toggle | typeof next | typeof previous
  | typeof retry | typeof seek | typeof setVolume | typeof setMuted | typeof setRepeat | typeof setMode | typeof close
>
