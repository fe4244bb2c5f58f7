/**
 * Facts: what happened in the player, as actions in the past tense. Only the sagas of the engine dispatch them (saga
 * effect `put`), mostly those of the driver, and only the reducer records them. Serialisable.
 */
import { createAction } from '@reduxjs/toolkit'
import type { RemoteOrigin } from './commands.ts'
import type { Change } from './edits.ts'
import type { Side } from './moves.ts'
import type { QueueRequest } from './queue.ts'
import type {
  Mode,
  MovedQueue,
  Playing,
  QueuePage,
  RemotePlaybackStatus,
  RemoteTarget,
  SavedSession,
  SharedState,
  StreamFailure,
} from './state.ts'

export const queueReplaced = createAction<QueueRequest>('player/queueReplaced')
export const queueChanged = createAction<Change>('player/queueChanged')
/** The last item of the queue was removed; the edits can still be undone. */
export const queueEmptied = createAction('player/queueEmptied')
/** The session from before a reload or restart was restored, paused (BY6). */
export const sessionRestored = createAction<SavedSession>('player/sessionRestored')
/** A queue that another device played was taken over, paused. */
export const queueAdopted = createAction<MovedQueue>('player/queueAdopted')
/** The next move of the cursor needs a page beyond this side of the loaded window. */
export const moreNeeded = createAction<Side>('player/moreNeeded')
export const pageRequested = createAction<Side>('player/pageRequested')
export const pageLoaded = createAction<{ from: number; side: Side; page: QueuePage }>('player/pageLoaded')
export const pageFailed = createAction<Side>('player/pageFailed')
/** An item becomes current to be played, possibly the same one again. `position`: seconds, if not its start. */
export const cursorMoved = createAction<{ index: number; position?: number }>('player/cursorMoved')
/** An item becomes current, paused. */
export const itemShown = createAction<{ index: number; position?: number | undefined }>('player/itemShown')
/** A stream of the current item is being tried. */
export const streamOpened = createAction<Playing>('player/streamOpened')
/** The item resumes at this position (seconds), where the person left it the last time. */
export const itemResumed = createAction<number>('player/itemResumed')
/** A play command was sent to the output, which has not confirmed it yet. */
export const playbackAwaited = createAction('player/playbackAwaited')
export const playbackStarted = createAction('player/playbackStarted')
export const playbackStopped = createAction('player/playbackStopped')
/** The item starts to play for the first time since it became current. */
export const itemStarted = createAction<{ id: string }>('player/itemBegan')
/** The item started to play 5 s ago (B9). */
export const recentStartExpired = createAction('player/beginningPassed')
export const bufferingStarted = createAction('player/bufferingStarted')
/** The browser refused to start playback without a user gesture. */
export const gestureNeeded = createAction('player/gestureNeeded')
export const positionChanged = createAction<{ position: number; duration: number }>('player/positionChanged')
export const streamFailed = createAction<StreamFailure>('player/streamFailed')
/** `external`: not a post of Strand, or a text, so no play is reported. */
export const itemEnded = createAction<{ id: string; postId: string; external: boolean }>('player/itemEnded')
/** Every stream of the item failed. */
export const itemFailed = createAction<{ id: string }>('player/itemFailed')
/** Whether the item is over and the next one waits until no comment is being written (L7). */
export const advanceHeld = createAction<boolean>('player/advanceHeld')
export const networkChanged = createAction<{ offline: boolean; unreachable: boolean }>('player/networkChanged')
export const queueEnded = createAction('player/queueEnded')
export const intentChanged = createAction<'play' | 'pause'>('player/intentChanged')
/** Playback was paused by `suspend`. */
export const suspended = createAction('player/suspended')
/** The ids of the comments being written. */
export const composingChanged = createAction<string[]>('player/composingChanged')
export const volumeChanged = createAction<{ volume: number; muted: boolean }>('player/volumeChanged')
export const repeatChanged = createAction<boolean>('player/repeatChanged')
export const modeChanged = createAction<Mode>('player/modeChanged')
/** Whether picture-in-picture is available for the current medium. */
export const pipOffered = createAction<boolean>('player/pipOffered')
export const pipChanged = createAction<boolean>('player/pipChanged')
/** Whether the browser has a device for the current medium, and whether it plays there (BY28). Null: it has none. */
export const remotePlaybackChanged = createAction<RemotePlaybackStatus | null>('player/remotePlaybackChanged')
export const closed = createAction('player/closed')
/** Another device plays, in this state; or nothing is known of it yet. */
export const mirrored = createAction<SharedState>('player/mirrored')
/** Which device plays instead of this one; null: none. */
export const remoteChanged = createAction<RemoteTarget | null>('player/remoteChanged')
/** The driver has carried out a command of another device. */
export const commandHandled = createAction<RemoteOrigin>('player/commandHandled')
