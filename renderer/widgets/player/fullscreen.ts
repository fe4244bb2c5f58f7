/** The means of full screen that a browser has. */

/** Safari on an iPhone shows nothing but a video in full screen, in a player of its own. */
export interface AppleVideo extends HTMLVideoElement {
  webkitSupportsFullscreen?: boolean
  webkitEnterFullscreen?: () => void
  webkitExitFullscreen?: () => void
}

interface Page {
  requestFullscreen?: (options?: FullscreenOptions) => Promise<void>
}

/** `page`: with the bar. `video`: the hosted video alone. `window`: no full screen, so the stage fills the window. */
export type FullscreenWay = 'page' | 'video' | 'window'

export function fullscreenWay(
  page: Page,
  video: Pick<AppleVideo, 'webkitSupportsFullscreen' | 'webkitEnterFullscreen' | 'videoWidth'> | null,
): FullscreenWay {
  if (page.requestFullscreen) return 'page'
  // Without a picture it throws: before the video is there, and where only sound is played.
  return video?.webkitEnterFullscreen && video.webkitSupportsFullscreen !== false && video.videoWidth > 0 ? 'video' : 'window'
}

/** Puts a video into the system's own full screen. `onLeft` is called when the person leaves it. Answers how to end it. */
export function enterVideo(video: AppleVideo, onLeft: () => void): () => void {
  video.addEventListener('webkitendfullscreen', onLeft)
  try {
    video.webkitEnterFullscreen?.()
  } catch {
    // Refused, as without a press: the stage still fills the window.
  }
  return () => {
    video.removeEventListener('webkitendfullscreen', onLeft)
    video.webkitExitFullscreen?.()
  }
}
