import { useEffect, useRef } from 'react'
import type { Mode } from '#player/index.ts'
import { enterVideo, fullscreenMethod, type AppleVideo } from './fullscreen.ts'

/**
 * Synchronises the browser's full screen with the player's mode. The whole document goes full screen, with the stage laid over it: the
 * bar stays available and no element moves in the DOM. Where only videos support full screen, the hosted video is used; where it is
 * unsupported or denied, the stage fills the window. `stage` contains the media. `leave` restores the previous mode.
 */
export function useFullscreen(mode: Mode, onMode: (mode: Mode) => void, stage: HTMLElement): { leave(): void } {
  const previousMode = useRef<Mode>('floating')
  const latestOnMode = useRef(onMode)
  useEffect(() => {
    latestOnMode.current = onMode
    if (mode === 'regular' || mode === 'floating') previousMode.current = mode
  })

  const full = mode === 'fullscreen'
  /** Full screen is entered. After a quick change of mode, a new run of the effect may have entered it again. */
  const isActive = useRef(false)
  useEffect(() => {
    if (!full) return
    isActive.current = true
    const leave = () => latestOnMode.current(previousMode.current)
    const handleFullscreenChange = () => {
      if (!document.fullscreenElement) leave()
    }
    const handleKeyDown = (event: KeyboardEvent) => {
      // Browsers usually handle Escape themselves; this is the fallback.
      if (event.key === 'Escape') leave()
    }
    // The top bar is covered by the picture and must not be focusable.
    const topBar = document.getElementById('top')
    if (topBar) topBar.inert = true
    document.addEventListener('fullscreenchange', handleFullscreenChange)
    document.addEventListener('keydown', handleKeyDown)
    const page = document.documentElement
    const video = stage.querySelector<AppleVideo>('video')
    const method = fullscreenMethod(page, video)
    const entered = method === 'page' ? page.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined) : undefined
    const endVideo = method === 'video' && video ? enterVideo(video, leave) : undefined
    return () => {
      endVideo?.()
      if (topBar) topBar.inert = false
      document.removeEventListener('fullscreenchange', handleFullscreenChange)
      document.removeEventListener('keydown', handleKeyDown)
      isActive.current = false
      // If the request is still pending, exit after it has resolved.
      void Promise.resolve(entered)
        .then(() => {
          if (document.fullscreenElement && !isActive.current) return document.exitFullscreen()
        })
        .catch(() => undefined)
    }
  }, [full, stage])

  return { leave: () => onMode(previousMode.current) }
}
