/** Shows an image for some seconds, as if it were played, so that images can be queued. */
import type { Output } from '../ports.ts'
import { failures, whyMissing } from './failures.ts'
import { createTimeline } from './timeline.ts'

/** Seconds for which an image without an end time is shown. Our own choice; the specification has no value. */
export const dwell = 8

export function create(host: HTMLElement): Output {
  const { load, play, pause, seek, unload, subscribe } = createTimeline()
  let shown: HTMLImageElement | null = null

  function clear(): void {
    unload()
    // Aborts the download.
    shown?.removeAttribute('src')
    shown = null
    host.hidden = true
    host.replaceChildren()
  }

  return {
    id: 'image',
    load(request) {
      clear()
      const { stream } = request
      const { ready, fail } = load(request, dwell)
      const image = new Image()
      shown = image
      image.alt = stream.title ?? ''
      Object.assign(image.style, { width: '100%', height: '100%', objectFit: 'contain' })
      image.addEventListener('load', ready)
      image.addEventListener('error', () => {
        if (shown === image) void whyMissing(stream.uri).then((failure) => fail(failure ?? failures.undecodable))
      })
      host.hidden = false
      host.replaceChildren(image)
      image.src = stream.uri
    },
    play,
    pause,
    seek,
    setVolume() {},
    unload: clear,
    subscribe,
  }
}
