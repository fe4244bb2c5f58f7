/** Types of the part of YouTube's IFrame API that is used, and the loader of its script. */
import { scriptLoader } from './script.ts'

export interface YouTubePlayer {
  playVideo(): void
  pauseVideo(): void
  stopVideo(): void
  seekTo(seconds: number, allowSeekAhead: boolean): void
  setVolume(percent: number): void
  mute(): void
  unMute(): void
  /** Percent. */
  getVolume(): number
  isMuted(): boolean
  getCurrentTime(): number
  getDuration(): number
  getPlayerState(): number
  loadVideoById(video: { videoId: string; startSeconds?: number }): void
  cueVideoById(video: { videoId: string; startSeconds?: number }): void
  destroy(): void
}

export interface YouTubeApi {
  Player: new (
    frame: HTMLIFrameElement,
    options: {
      events: {
        onReady(): void
        onStateChange(event: { data: number }): void
        onError(event: { data: number }): void
        onAutoplayBlocked(): void
      }
    },
  ) => YouTubePlayer
}

/** The `data` of `onStateChange`. */
export const states = { unstarted: -1, ended: 0, playing: 1, paused: 2, buffering: 3, cued: 5 } as const

declare global {
  interface Window {
    YT?: Partial<YouTubeApi>
    onYouTubeIframeAPIReady?: () => void
  }
}

/** The script loads a second one; the API is ready when it calls `onYouTubeIframeAPIReady`. */
export const loadYouTubeApi = scriptLoader<YouTubeApi>({
  address: 'https://www.youtube.com/iframe_api',
  find: () => (window.YT?.Player === undefined ? undefined : (window.YT as YouTubeApi)),
  listen(done) {
    window.onYouTubeIframeAPIReady = done
  },
})
