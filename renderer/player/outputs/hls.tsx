/**
 * HLS as an entry of react-player: a `<video>` fed by hls.js. Our own and not `hls-video-element`, which
 * keeps fatal errors to itself, so that a broken stream would be silent until the watchdog bites.
 */
import Hls, { ErrorDetails, ErrorTypes, Events, type ErrorData } from 'hls.js'
import { forwardRef, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { VideoElementProps } from 'react-player/types'
import type { MediaFailure } from './hosted.tsx'

/** Without a worker, whose code hls.js makes as a `blob:` that the content security policy would have to allow. */
const settings = { enableWorker: false }

function failureOf({ type, details, response }: ErrorData): MediaFailure {
  const { code: status = 0 } = response ?? {}
  if (status >= 400 && status < 500) return { code: 'gone', scope: 'stream' }
  if (type === ErrorTypes.NETWORK_ERROR && details !== ErrorDetails.MANIFEST_PARSING_ERROR) return { code: 'network', scope: 'network' }
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
    const hls = new Hls(settings)
    let recovered = false
    hls.on(Events.ERROR, (_event, data) => {
      if (!data.fatal) return
      if (data.type === ErrorTypes.MEDIA_ERROR && !recovered) {
        recovered = true
        hls.recoverMediaError()
        return
      }
      // Told the way any media element tells it.
      element.dispatchEvent(new CustomEvent('error', { detail: failureOf(data) }))
    })
    hls.loadSource(String(src))
    hls.attachMedia(element)
    return () => hls.destroy()
  }, [src])

  return <video {...props} ref={video} />
})
