import type { CastState, RemotePlaybackStatus } from '#player/index.ts'

/**
 * The remote playback to show in the list of devices (BY28); null: none. Chrome offers the devices of Google Cast by both interfaces, so
 * where those of Cast are listed, the browser's are not. A connection is always shown, because there it can be ended.
 */
export const offeredRemotePlayback = (status: RemotePlaybackStatus | null, cast: CastState): RemotePlaybackStatus | null =>
  status?.connection === 'disconnected' && cast.isAvailable ? null : status
