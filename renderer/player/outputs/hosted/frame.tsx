/**
 * A provider's player in a frame that is controlled by messages, as a player for react-player with the interface of a
 * media element. It replaces react-player's `*-video-element`s, which never remove their listeners from the page, lose
 * commands before the frame is ready, and do not report errors or a blocked autoplay.
 */
import { forwardRef, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'
import type { VideoElementProps } from 'react-player/types'
import { createFrameMedium, type FrameProtocol, type Handlers } from './frame-medium.ts'
import type { Fail, Medium } from './medium.ts'

export const framePlayer = (protocol: FrameProtocol) =>
  forwardRef<Medium, VideoElementProps>(function FramePlayer({ src, config, style, ...props }, ref) {
    const medium = useMemo(() => createFrameMedium(protocol), [])
    const frame = useRef<HTMLIFrameElement>(null)
    useImperativeHandle(ref, () => medium, [medium])
    useLayoutEffect(() => {
      medium.handlers = props as unknown as Handlers
      medium.fail = (config as unknown as { fail: Fail }).fail
    })
    useLayoutEffect(() => (frame.current === null ? undefined : medium.open(frame.current)), [medium, src])
    return (
      <iframe
        // Another address in the same frame would add an entry to the browser's history.
        key={String(src)}
        ref={frame}
        src={String(src)}
        title={protocol.name}
        style={{ ...style, border: 0 }}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  })
