/** Fullscreen APIs of browsers. */

/** iPhone Safari supports full screen for <video> only, in the system's player. */
export interface AppleVideo extends HTMLVideoElement {
  webkitSupportsFullscreen?: boolean
  webkitEnterFullscreen?: () => void
  webkitExitFullscreen?: () => void
}

interface Page {
  requestFullscreen?: (options?: FullscreenOptions) => Promise<void>
}

/** `page`: with the bar. `video`: the hosted video only. `window`: no full screen, the stage fills the window. */
export type FullscreenMethod = 'page' | 'video' | 'window'

export function fullscreenMethod(
  page: Page,
  video: Pick<AppleVideo, 'webkitSupportsFullscreen' | 'webkitEnterFullscreen' | 'videoWidth'> | null,
): FullscreenMethod {
  if (page.requestFullscreen) return 'page'
  // webkitEnterFullscreen throws without video frames: before the video has loaded and for audio.
  return video?.webkitEnterFullscreen && video.webkitSupportsFullscreen !== false && video.videoWidth > 0 ? 'video' : 'window'
}

/** Enters full screen of a video; `onLeft` is called when the user leaves it. Returns a function that ends it. */
export function enterVideo(video: AppleVideo, onLeft: () => void): () => void {
  video.addEventListener('webkitendfullscreen', onLeft)
  try {
    video.webkitEnterFullscreen?.()
  } catch {
    // Rejected, for example without a user gesture: the stage still fills the window.
  }
  return () => {
    video.removeEventListener('webkitendfullscreen', onLeft)
    video.webkitExitFullscreen?.()
  }
}
