/**
 * Types of the part of Dailymotion's Web SDK that is used, and the loader of its script, which exists per player id.
 */
import { scriptLoader } from './script.ts'

/** The payload of every event and of `getState`. Times are seconds. */
export interface DailymotionState {
  videoId?: string
  videoTime?: number
  videoDuration?: number
  playerIsPlaying?: boolean
  /** 0 to 1. */
  playerVolume?: number
  playerIsMuted?: boolean
  /** An object with a code `DM…`, or a message. */
  playerError?: unknown
  playerPlaybackPermissionReason?: 'allowed' | 'allowedFallbackMuted' | 'rejectedByBrowser' | 'rejectedInactiveTab'
}

export interface DailymotionPlayer {
  on(event: string, listener: (state: DailymotionState) => void): void
  getState(): Promise<DailymotionState>
  loadContent(content: { video: string; startTime?: number }): void
  play(): void
  pause(): void
  seek(seconds: number): void
  /** 0 to 1. */
  setVolume(volume: number): void
  setMute(muted: boolean): void
  destroy(): void
}

export interface DailymotionApi {
  createPlayer(
    container: string,
    settings: { video: string; referrerPolicy: string; params: { startTime?: number; mute?: boolean } },
  ): Promise<DailymotionPlayer>
  events: Record<
    | 'PLAYER_ERROR'
    | 'PLAYER_PLAYBACKPERMISSION'
    | 'PLAYER_VIDEOCHANGE'
    | 'PLAYER_VOLUMECHANGE'
    | 'AD_PLAY'
    | 'AD_PAUSE'
    | 'VIDEO_PLAY'
    | 'VIDEO_PLAYING'
    | 'VIDEO_PAUSE'
    | 'VIDEO_BUFFERING'
    | 'VIDEO_END'
    | 'VIDEO_TIMECHANGE',
    string
  >
}

declare global {
  interface Window {
    dailymotion?: Partial<DailymotionApi> & { onScriptLoaded?: () => void }
  }
}

export function dailymotionLoader(playerId: string): () => DailymotionApi | Promise<DailymotionApi> {
  return scriptLoader<DailymotionApi>({
    address: `https://geo.dailymotion.com/libs/player/${playerId}.js`,
    find: () => (window.dailymotion?.createPlayer === undefined ? undefined : (window.dailymotion as DailymotionApi)),
    listen(done) {
      window.dailymotion ??= {}
      window.dailymotion.onScriptLoaded = done
    },
  })
}
