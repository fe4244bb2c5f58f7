/** The part of YouTube's IFrame API that is used, and how its script is fetched. */
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

export const states = { unstarted: -1, ended: 0, playing: 1, paused: 2, buffering: 3, cued: 5 } as const

declare global {
  interface Window {
    YT?: Partial<YouTubeApi>
    onYouTubeIframeAPIReady?: () => void
  }
}

/** The script is done only when it has fetched another one. */
export const loadYouTubeApi = scriptLoader<YouTubeApi>({
  address: 'https://www.youtube.com/iframe_api',
  find: () => (window.YT?.Player === undefined ? undefined : (window.YT as YouTubeApi)),
  listen(done) {
    window.onYouTubeIframeAPIReady = done
  },
})
