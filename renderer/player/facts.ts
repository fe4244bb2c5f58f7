/** What has happened. Only the sagas dispatch these, and only the reducer records them. */
import { createAction } from '@reduxjs/toolkit'
import type { Change } from './edits.ts'
import type { QueueRequest, Side } from './queue.ts'
import type { Mode, Playing, QueuePage, SavedSession, StreamFailure } from './state.ts'

export const queueReplaced = createAction<QueueRequest>('player/queueReplaced')
export const queueChanged = createAction<Change>('player/queueChanged')
/** Its last item was taken out; what was can still be undone. */
export const queueEmptied = createAction('player/queueEmptied')
/** What was up before the page was loaded anew is up again, paused (BY6). */
export const sessionRestored = createAction<SavedSession>('player/sessionRestored')
/** An end of what is loaded was reached although more should be there. */
export const moreNeeded = createAction<Side>('player/moreNeeded')
export const pageAsked = createAction<Side>('player/pageAsked')
export const pageLoaded = createAction<{ from: number; side: Side; page: QueuePage }>('player/pageLoaded')
export const pageFailed = createAction<Side>('player/pageFailed')
/** An item is up, be it another one or the same again. `position`: where it begins, in seconds, if not at its start. */
export const cursorMoved = createAction<{ index: number; position?: number }>('player/cursorMoved')
/** An item is up and nobody asked for it to play. */
export const itemShown = createAction<{ index: number; position?: number | undefined }>('player/itemShown')
export const streamOpened = createAction<Playing>('player/streamOpened')
/** The item goes on where a person had left it, in seconds. */
export const itemResumed = createAction<number>('player/itemResumed')
/** Asked to go on, and nothing is heard yet. */
export const playbackAwaited = createAction('player/playbackAwaited')
export const playbackStarted = createAction('player/playbackStarted')
export const playbackStopped = createAction('player/playbackStopped')
/** The item is heard for the first time, and that was a while ago (B9). */
export const itemBegan = createAction<{ id: string }>('player/itemBegan')
export const beginningPassed = createAction('player/beginningPassed')
export const bufferingStarted = createAction('player/bufferingStarted')
export const gestureNeeded = createAction('player/gestureNeeded')
export const positionChanged = createAction<{ position: number; duration: number }>('player/positionChanged')
export const streamFailed = createAction<StreamFailure>('player/streamFailed')
/** `external`: not Strand's own post, so the play is nobody's to count. */
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
