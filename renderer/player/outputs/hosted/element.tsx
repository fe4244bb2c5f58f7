/**
 * The one `<video>` of the player, for files, HLS and DASH, and for sound too, where react-player's own
 * entries change the element with the kind of file: the same element plays on from item to item, and on
 * a phone a new one needs a new gesture.
 */
import { forwardRef, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { VideoElementProps } from 'react-player/types'
import type { Attach, Attachment, Fail } from './medium.ts'

export interface VideoConfig {
  attach: Attach
  fail: Fail
  /** Another number loads the same address anew. */
  attempt: number
}

export const attachFile: Attach = (element, address) => {
  element.src = address
  return { detach: () => undefined }
}

export function release(element: HTMLVideoElement): void {
  element.removeAttribute('src')
  // Only this frees what was decoded and ends what is being fetched.
  element.load()
}

export const VideoPlayer = forwardRef<HTMLVideoElement, VideoElementProps>(function VideoPlayer({ src, config, onError, ...props }, ref) {
  const { attach, attempt, fail } = config as unknown as VideoConfig
  const video = useRef<HTMLVideoElement>(null)
  const failing = useRef(fail)
  const attached = useRef<Attachment | null>(null)
  useImperativeHandle(ref, () => video.current!)

  useLayoutEffect(() => {
    failing.current = fail
  })
  useLayoutEffect(() => {
    const element = video.current
    if (element === null || src === undefined) return
    let over = false
    // hls.js and dash.js turn it on for what AirPlay cannot take.
    element.disableRemotePlayback = false
    const attachment = attach(element, String(src), (failure) => {
      if (!over) failing.current(failure)
    })
    attached.current = attachment
    return () => {
      over = true
      attached.current = null
      attachment.detach()
      release(element)
    }
  }, [src, attach, attempt])

  return (
    <video
      {...props}
      ref={video}
      onError={(event) => {
        const { error } = event.currentTarget
        if (error === null || attached.current?.recover?.(error) !== true) onError?.(event)
      }}
    />
  )
})
