/** What a person, or a page on their behalf, asks of the player. Sagas answer with facts. */
import { createAction, isAnyOf } from '@reduxjs/toolkit'
import type { QueueRequest } from './queue.ts'
import type { Mode, Track } from './state.ts'

/** Keeps the type of the action literal, so that one command is told from another of the same payload. */
const command = <Payload = void>() => <Type extends string>(type: Type) => createAction<Payload, Type>(type)

/** Plays a list from `index` on; `source`, `from` and `next` say where more of it is. */
export const playQueue = command<QueueRequest>()('player/playQueue')
/** Plays the item with this id of the queue. */
export const playItem = command<string>()('player/playItem')
/** Goes on; replays the item where the queue has ended; tries again an item that failed. */
export const play = command()('player/play')
export const pause = command()('player/pause')
export const toggle = command()('player/toggle')
export const next = command()('player/next')
export const previous = command()('player/previous')
/** Plays the current item from its beginning, every stream anew. */
export const retry = command()('player/retry')
/** Seconds from the beginning of the medium. */
export const seek = command<number>()('player/seek')
/** 0 to 1; anything above 0 is heard, so it ends muting. */
export const setVolume = command<number>()('player/setVolume')
export const setMuted = command<boolean>()('player/setMuted')
export const setRepeat = command<boolean>()('player/setRepeat')
/** Mixes what comes after the current item, or brings the queue back into its own order. */
export const setShuffle = command<boolean>()('player/setShuffle')
export const setMode = command<Mode>()('player/setMode')
export const setPip = command<boolean>()('player/setPip')
/** Behind the current item; played at once where nothing is queued. */
export const playNext = command<Track[]>()('player/playNext')
/** At the end of what a person put in, which is before the rest of the list; played at once where nothing is queued. */
export const addToQueue = command<Track[]>()('player/addToQueue')
/** Ids of the queue. Where the current one is among them, the one behind it takes its place. */
export const removeItems = command<string[]>()('player/removeItems')
/** To this place of the queue, counted without the item itself. */
export const moveItem = command<{ id: string; to: number }>()('player/moveItem')
/** Everything but the current item. */
export const clearQueue = command()('player/clearQueue')
/** Takes back one edit, by its id. */
export const undoEdit = command<number>()('player/undoEdit')
/** A post was edited: its places in the queue show so. What plays, plays on. */
export const reviseTrack = command<Track>()('player/reviseTrack')
/** A playlist has another title or picture: what comes from it shows so. */
export const reviseBead = command<Track['bead']>()('player/reviseBead')
/** A post is gone: it leaves the queue, and no page brings it back. */
export const dropPost = command<string>()('player/dropPost')
/** A comment is being written, under a name of its writer's choice: nothing advances by itself (L7). */
export const startComposing = command<string>()('player/startComposing')
/** It was sent or thrown away: an item that is over gives way now (decision 40). */
export const stopComposing = command<string>()('player/stopComposing')
/** Pauses for as long as something covers the player, such as the gallery (L8). */
export const suspend = command()('player/suspend')
/** Goes on if `suspend` paused it and nobody touched it since. */
export const unsuspend = command()('player/unsuspend')
/** The page is left, perhaps for the back/forward cache: pauses what plays. */
export const leavePage = command()('player/leavePage')
/** The page is back from the back/forward cache: loads the item again where it was, paused. */
export const restorePage = command()('player/restorePage')
/** Stops, and clears track and queue (B4). */
export const close = command()('player/close')

const commands = [
  playQueue, playItem, play, pause, toggle, next, previous, retry, seek, setVolume, setMuted, setRepeat, setShuffle, setMode, setPip,
  playNext, addToQueue, removeItems, moveItem, clearQueue, undoEdit, reviseTrack, reviseBead, dropPost, startComposing, stopComposing,
  suspend, unsuspend, leavePage, restorePage, close,
] as const

export const isCommand = isAnyOf(...commands)
export type Command = ReturnType<(typeof commands)[number]>
