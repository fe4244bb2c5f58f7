/** Events of the player. Only a driver's sagas put them, and only the reducer records them. Serialisable. */
import { createAction } from '@reduxjs/toolkit'
import type { Change } from './edits.ts'
import type { QueueRequest, Side } from './queue.ts'
import type { Mode, Playing, QueuePage, SavedSession, StreamFailure } from './state.ts'

export const queueReplaced = createAction<QueueRequest>('player/queueReplaced')
export const queueChanged = createAction<Change>('player/queueChanged')
/** Its last item was removed; the edits can still be undone. */
export const queueEmptied = createAction('player/queueEmptied')
/** The session of before a reload is back, paused (BY6). */
export const sessionRestored = createAction<SavedSession>('player/sessionRestored')
/** The cursor is to move beyond the loaded window. */
export const moreNeeded = createAction<Side>('player/moreNeeded')
export const pageRequested = createAction<Side>('player/pageRequested')
export const pageLoaded = createAction<{ from: number; side: Side; page: QueuePage }>('player/pageLoaded')
export const pageFailed = createAction<Side>('player/pageFailed')
/** An item becomes current, another one or the same again, to be played. `position`: seconds, where it begins if not at its start. */
export const cursorMoved = createAction<{ index: number; position?: number }>('player/cursorMoved')
/** An item becomes current, paused. */
export const itemShown = createAction<{ index: number; position?: number | undefined }>('player/itemShown')
export const streamOpened = createAction<Playing>('player/streamOpened')
/** The item resumes where the person had left it. Seconds. */
export const itemResumed = createAction<number>('player/itemResumed')
/** A play was sent, and the output has not confirmed it. */
export const playbackAwaited = createAction('player/playbackAwaited')
export const playbackStarted = createAction('player/playbackStarted')
export const playbackStopped = createAction('player/playbackStopped')
/** The item starts to play for the first time; then, that was 5 s ago (B9). */
export const itemStarted = createAction<{ id: string }>('player/itemBegan')
export const recentStartExpired = createAction('player/beginningPassed')
export const bufferingStarted = createAction('player/bufferingStarted')
export const gestureNeeded = createAction('player/gestureNeeded')
export const positionChanged = createAction<{ position: number; duration: number }>('player/positionChanged')
export const streamFailed = createAction<StreamFailure>('player/streamFailed')
/** `external`: not a post of Strand, so its play is not reported. */
export const itemEnded = createAction<{ id: string; postId: string; external: boolean }>('player/itemEnded')
/** Every stream of the item failed. */
export const itemFailed = createAction<{ id: string }>('player/itemFailed')
export const advanceHeld = createAction<boolean>('player/advanceHeld')
export const networkChanged = createAction<{ offline: boolean; unreachable: boolean }>('player/networkChanged')
export const queueEnded = createAction('player/queueEnded')
export const intentChanged = createAction<'play' | 'pause'>('player/intentChanged')
export const suspended = createAction('player/suspended')
export const composingChanged = createAction<string[]>('player/composingChanged')
export const volumeChanged = createAction<{ volume: number; muted: boolean }>('player/volumeChanged')
export const repeatChanged = createAction<boolean>('player/repeatChanged')
export const modeChanged = createAction<Mode>('player/modeChanged')
export const pipOffered = createAction<boolean>('player/pipOffered')
export const pipChanged = createAction<boolean>('player/pipChanged')
export const closed = createAction('player/closed')
