/** What has happened. Only the sagas dispatch these, and only the reducer records them. */
import { createAction } from '@reduxjs/toolkit'
import type { QueueRequest } from './queue.ts'
import type { Mode, Playing, QueuePage, StreamFailure } from './state.ts'

export const queueReplaced = createAction<QueueRequest>('player/queueReplaced')
/** The end of what is loaded was reached although more should be there. */
export const moreNeeded = createAction('player/moreNeeded')
export const pageAppended = createAction<QueuePage>('player/pageAppended')
export const pageFailed = createAction('player/pageFailed')
/** An item is up, be it another one or the same again. */
export const cursorMoved = createAction<{ index: number }>('player/cursorMoved')
export const streamOpened = createAction<Playing>('player/streamOpened')
/** Asked to go on, and nothing is heard yet. */
export const playbackAwaited = createAction('player/playbackAwaited')
export const playbackStarted = createAction('player/playbackStarted')
export const playbackStopped = createAction('player/playbackStopped')
export const bufferingStarted = createAction('player/bufferingStarted')
export const gestureNeeded = createAction('player/gestureNeeded')
export const positionChanged = createAction<{ position: number; duration: number }>('player/positionChanged')
export const streamFailed = createAction<StreamFailure>('player/streamFailed')
export const itemEnded = createAction<{ id: string; postId: string }>('player/itemEnded')
/** Every stream of the item failed. */
export const itemFailed = createAction<{ id: string }>('player/itemFailed')
export const queueEnded = createAction('player/queueEnded')
export const intentChanged = createAction<'play' | 'pause'>('player/intentChanged')
export const volumeChanged = createAction<{ volume: number; muted: boolean }>('player/volumeChanged')
export const repeatChanged = createAction<boolean>('player/repeatChanged')
export const modeChanged = createAction<Mode>('player/modeChanged')
export const closed = createAction('player/closed')
