/** Entering full screen with the APIs that browsers support. */

/** iPhone Safari supports full screen for <video> only, in the system's player. */
export interface AppleVideo extends HTMLVideoElement {
  webkitSupportsFullscreen?: boolean
  webkitEnterFullscreen?: () => void
  webkitExitFullscreen?: () => void
}

interface Page {
  requestFullscreen?: (options?: FullscreenOptions) => Promise<void>
}

/**
 * `page`: the whole page, with the player's bar. `video`: the video element only. `window`: unsupported; the stage
 * fills the window.
 */
export type FullscreenMethod = 'page' | 'video' | 'window'

/** Chooses the method. `video`: the video of the hosted output, if there is one. */
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
