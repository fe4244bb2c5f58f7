/** The part of YouTube's IFrame API that is used, and how its script is fetched. */

export interface YouTubePlayer {
  playVideo(): void
  pauseVideo(): void
  stopVideo(): void
  seekTo(seconds: number, allowSeekAhead: boolean): void
  setVolume(percent: number): void
  mute(): void
  unMute(): void
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

const address = 'https://www.youtube.com/iframe_api'
/** Milliseconds for the script and the one that it fetches in turn, of which nobody hears when it is blocked. */
const patience = 10_000

let pending: Promise<YouTubeApi> | null = null

/** Rejects where the script is blocked or does not come; the next call then asks again. */
export function loadYouTubeApi(): Promise<YouTubeApi> {
  const loaded = window.YT
  if (loaded?.Player !== undefined) return Promise.resolve(loaded as YouTubeApi)
  pending ??= fetchApi().finally(() => {
    pending = null
  })
  return pending
}

function fetchApi(): Promise<YouTubeApi> {
  const script = document.createElement('script')
  return new Promise<YouTubeApi>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The YouTube player did not come')), patience)
    window.onYouTubeIframeAPIReady = () => {
      clearTimeout(timer)
      resolve(window.YT as YouTubeApi)
    }
    script.addEventListener('error', () => {
      clearTimeout(timer)
      reject(new Error('The YouTube player could not be fetched'))
    })
    script.src = address
    document.head.append(script)
  }).catch((error: unknown) => {
    script.remove()
    throw error
  })
}
