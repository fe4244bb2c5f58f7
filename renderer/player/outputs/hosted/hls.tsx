/**
 * HLS as an entry of react-player: a `<video>` fed by hls.js. Our own and not `hls-video-element`, which
 * keeps fatal errors to itself, so that a broken stream would be silent until the watchdog bites.
 */
import Hls, { ErrorDetails, ErrorTypes, Events, type ErrorData } from 'hls.js'
import { forwardRef, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { VideoElementProps } from 'react-player/types'
import type { MediaFailure } from './hosted.tsx'

function isGone({ response }: ErrorData): boolean {
  const status = response?.code ?? 0
  return status >= 400 && status < 500
}

function failureOf(data: ErrorData): MediaFailure {
  if (isGone(data)) return { code: 'gone', scope: 'stream' }
  // hls.js counts a playlist that it cannot read among the network's errors.
  const network = data.type === ErrorTypes.NETWORK_ERROR && data.details !== ErrorDetails.MANIFEST_PARSING_ERROR
  if (network) return { code: 'network', scope: 'network' }
  return { code: 'undecodable', scope: 'stream' }
}

export const HlsPlayer = forwardRef<HTMLVideoElement, VideoElementProps>(function HlsPlayer({ src, config: _, ...props }, ref) {
  const video = useRef<HTMLVideoElement>(null)
  useImperativeHandle(ref, () => video.current!)

  useLayoutEffect(() => {
    const element = video.current
    if (element === null || src === undefined) return
    if (!Hls.isSupported()) {
      element.src = String(src)
      return
    }
    const hls = new Hls()
    let recovered = false
    /** Segments in a row that the server does not have. */
    let missing = 0
    let fault: MediaFailure | null = null
    // Told the way any media element tells it.
    const tell = (detail: MediaFailure) => element.dispatchEvent(new CustomEvent('error', { detail }))
    const starved = () => fault !== null && tell(fault)

    hls.on(Events.FRAG_BUFFERED, () => {
      missing = 0
      fault = null
    })
    hls.on(Events.ERROR, (_event, data) => {
      if (data.fatal && data.type === ErrorTypes.MEDIA_ERROR && !recovered) {
        recovered = true
        hls.recoverMediaError()
      } else if (data.fatal) tell(failureOf(data))
      else if (data.details === ErrorDetails.FRAG_LOAD_ERROR && isGone(data) && ++missing > hls.levels.length) {
        // hls.js takes this for resolved although no other copy is left, and stands still.
        fault = failureOf(data)
        if (element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) tell(fault)
      }
    })
    // What was buffered before the gap is still played.
    element.addEventListener('waiting', starved)
    hls.loadSource(String(src))
    hls.attachMedia(element)
    return () => {
      element.removeEventListener('waiting', starved)
      hls.destroy()
    }
  }, [src])

  return <video {...props} ref={video} />
})
