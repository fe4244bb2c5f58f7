/**
 * The one `<video>` of the player, for files, HLS and DASH, and the one `<audio>`, for audio files: while the screen is
 * locked, iOS starts the next item only in an `<audio>`. Each is reused for all items, because on a phone a new element
 * needs a new user gesture.
 */
import { forwardRef, useImperativeHandle, useLayoutEffect, useRef, type Ref, type SyntheticEvent } from 'react'
import type { VideoElementProps } from 'react-player/types'
import type { Attach, Attachment, End, Fail } from './medium.ts'

export interface ElementConfig {
  attach: Attach
  fail: Fail
  end: End
  /** A new number loads the same address again. */
  attempt: number
}

/** Plays a file that the browser supports. */
export const attachFile: Attach = (element, address) => {
  element.src = address
  return { detach: () => undefined }
}

/** Empties an element. */
export function release(element: HTMLMediaElement): void {
  element.removeAttribute('src')
  // Only this frees decoded data and aborts the download.
  element.load()
}

const elementPlayer = (name: 'video' | 'audio') =>
  forwardRef<HTMLMediaElement, VideoElementProps>(function ElementPlayer({ src, config, onError, ...props }, ref) {
    const { attach, attempt, fail, end } = config as unknown as ElementConfig
    const medium = useRef<HTMLMediaElement>(null)
    const failing = useRef(fail)
    const ending = useRef(end)
    const attached = useRef<Attachment | null>(null)
    useImperativeHandle(ref, () => medium.current!)

    useLayoutEffect(() => {
      failing.current = fail
      ending.current = end
    })
    useLayoutEffect(() => {
      const element = medium.current
      if (element === null || src === undefined) return
      let isDetached = false
      // hls.js and dash.js disable it for their sources, which AirPlay cannot play.
      element.disableRemotePlayback = false
      const attachment = attach(
        element,
        String(src),
        (failure) => {
          if (!isDetached) failing.current(failure)
        },
        () => {
          if (!isDetached) ending.current()
        },
      )
      attached.current = attachment
      return () => {
        isDetached = true
        attached.current = null
        attachment.detach()
        release(element)
      }
    }, [src, attach, attempt])

    const shared = {
      ...props,
      onError(event: SyntheticEvent<HTMLMediaElement>) {
        const { error } = event.currentTarget
        if (error === null || attached.current?.recover?.(error) !== true) onError?.(event as never)
      },
    }
    if (name === 'video') return <video {...shared} ref={medium as Ref<HTMLVideoElement>} />
    const { playsInline: _inline, width: _width, height: _height, poster: _poster, ...audio } = shared
    return <audio {...audio} ref={medium as Ref<HTMLAudioElement>} />
  })

export const VideoPlayer = elementPlayer('video')
export const AudioPlayer = elementPlayer('audio')
