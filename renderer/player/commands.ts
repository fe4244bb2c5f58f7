/**
 * Commands to the player, by a person or by a page on their behalf. A driver carries them out and dispatches facts,
 * which change the state. Serialisable.
 */
import { createAction, isAnyOf } from '@reduxjs/toolkit'
import type { QueueRequest } from './queue.ts'
import type { Mode, MovedQueue, Track } from './state.ts'

/** The action type stays literal, so that commands with the same payload are distinct types. */
const command =
  <Payload = void>() =>
  <Type extends string>(type: Type) =>
    createAction<Payload, Type>(type)

/** Plays a list from `index` on; `source`, `from` and `next` locate its further pages. */
export const playQueue = command<QueueRequest>()('player/playQueue')
/** Shows a queue that another device played, paused. */
export const adoptQueue = command<MovedQueue>()('player/adoptQueue')
/** Plays the item with this id of the queue. */
export const playItem = command<string>()('player/playItem')
/** Resumes; replays the item at the end of the queue; retries an item that failed. */
export const play = command()('player/play')
export const pause = command()('player/pause')
export const toggle = command()('player/toggle')
export const next = command()('player/next')
export const previous = command()('player/previous')
/** Plays the current item from its start, and tries all of its streams again. */
export const retry = command()('player/retry')
/** Seconds from the beginning of the medium. */
export const seek = command<number>()('player/seek')
/** 0 to 1; a volume above 0 also unmutes. */
export const setVolume = command<number>()('player/setVolume')
export const setMuted = command<boolean>()('player/setMuted')
export const setRepeat = command<boolean>()('player/setRepeat')
/** Shuffles the items after the current one, or restores the natural order. */
export const setShuffle = command<boolean>()('player/setShuffle')
export const setMode = command<Mode>()('player/setMode')
/** Enters or leaves picture-in-picture. */
export const setPip = command<boolean>()('player/setPip')
/** Opens the browser's list of devices for the current medium. Within a user gesture (BY28). */
export const promptRemotePlayback = command()('player/promptRemotePlayback')
/** Inserts after the current item. If the queue is empty, the tracks play at once. */
export const playNext = command<Track[]>()('player/playNext')
/**
 * Inserts after the items that a person inserted before, in front of the rest of the list. An empty queue plays at
 * once.
 */
export const addToQueue = command<Track[]>()('player/addToQueue')
/** Removes items by their ids. If the current item is among them, the one after it takes its place. */
export const removeItems = command<string[]>()('player/removeItems')
/** `to`: an index of the queue without the item itself. */
export const moveItem = command<{ id: string; to: number }>()('player/moveItem')
/** Removes everything except the current item. */
export const clearQueue = command()('player/clearQueue')
/** Undoes one edit, by its id. */
export const undoEdit = command<number>()('player/undoEdit')
/** A post was edited: its items are updated, without interrupting playback. */
export const reviseTrack = command<Track>()('player/reviseTrack')
/** A playlist has another title or picture: its items are updated. */
export const reviseBead = command<Track['bead']>()('player/reviseBead')
/** A post was deleted: its items are removed, and no page adds it again. */
export const dropPost = command<string>()('player/dropPost')
/** A comment is being written, so the queue must not advance by itself (L7). The caller chooses the id. */
export const startComposing = command<string>()('player/startComposing')
/** The comment with this id was sent or discarded: if the current item is over, the next one starts (decision 40). */
export const stopComposing = command<string>()('player/stopComposing')
/** Pauses while something covers the player, such as the gallery (L8). */
export const suspend = command()('player/suspend')
/** Resumes playback if `suspend` paused it and no play or pause followed. */
export const unsuspend = command()('player/unsuspend')
/** The page is left, possibly for the back/forward cache: pauses playback. */
export const leavePage = command()('player/leavePage')
/** The page is back from the back/forward cache: loads the item again at its position, paused. */
export const restorePage = command()('player/restorePage')
/** Stops playback and empties the queue (B4). */
export const close = command()('player/close')

const commands = [
  playQueue,
  adoptQueue,
  playItem,
  play,
  pause,
  toggle,
  next,
  previous,
  retry,
  seek,
  setVolume,
  setMuted,
  setRepeat,
  setShuffle,
  setMode,
  setPip,
  promptRemotePlayback,
  playNext,
  addToQueue,
  removeItems,
  moveItem,
  clearQueue,
  undoEdit,
  reviseTrack,
  reviseBead,
  dropPost,
  startComposing,
  stopComposing,
  suspend,
  unsuspend,
  leavePage,
  restorePage,
  close,
] as const

export const isCommand = isAnyOf(...commands)
/** `meta`: where a command comes from; absent on commands of this device. */
export type Command = ReturnType<(typeof commands)[number]> & { meta?: { remote: RemoteOrigin } }

export interface RemoteOrigin {
  /** The id of the device that sent the command, and its number among the commands of that device. */
  device: string
  number: number
}
