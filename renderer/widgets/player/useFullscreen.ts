import { useEffect, useRef } from 'react'
import type { Mode } from '#player/index.ts'
import { enterVideo, fullscreenWay, type AppleVideo } from './fullscreen.ts'

/**
 * Synchronises the browser's full screen with the player's mode. The whole document goes full screen, with the stage laid over it: the
 * bar stays available and no element moves in the DOM. Where only videos support full screen, the hosted video is used; where it is
 * unsupported or denied, the stage fills the window. `stage` contains the media. `leave` restores the previous mode.
 */
export function useFullscreen(mode: Mode, onMode: (mode: Mode) => void, stage: HTMLElement): { leave(): void } {
  const before = useRef<Mode>('floating')
  const change = useRef(onMode)
  useEffect(() => {
    change.current = onMode
    if (mode === 'regular' || mode === 'floating') before.current = mode
  })

  const full = mode === 'fullscreen'
  const wanted = useRef(false)
  useEffect(() => {
    if (!full) return
    wanted.current = true
    const leave = () => change.current(before.current)
    const changed = () => {
      if (!document.fullscreenElement) leave()
    }
    const pressed = (event: KeyboardEvent) => {
      // Browsers usually handle Escape themselves; this is the fallback.
      if (event.key === 'Escape') leave()
    }
    // The top bar is covered by the picture and must not be focusable.
    const topBar = document.getElementById('top')
    if (topBar) topBar.inert = true
    document.addEventListener('fullscreenchange', changed)
    document.addEventListener('keydown', pressed)
    const page = document.documentElement
    const video = stage.querySelector<AppleVideo>('video')
    const way = fullscreenWay(page, video)
    const entered = way === 'page' ? page.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined) : undefined
    const endVideo = way === 'video' && video ? enterVideo(video, leave) : undefined
    return () => {
      endVideo?.()
      if (topBar) topBar.inert = false
      document.removeEventListener('fullscreenchange', changed)
      document.removeEventListener('keydown', pressed)
      wanted.current = false
      // If the request is still pending, exit after it has resolved.
      void Promise.resolve(entered)
        .then(() => {
          if (document.fullscreenElement && !wanted.current) return document.exitFullscreen()
        })
        .catch(() => undefined)
    }
  }, [full, stage])

  return { leave: () => onMode(before.current) }
}
