import { useEffect, useRef } from 'react'
import type { Mode } from '#player/index.ts'
import { enterVideo, fullscreenWay, type AppleVideo } from './fullscreen.ts'

/**
 * Keeps the browser's full screen and the player's mode in step. It is the whole page that goes full
 * screen, with the stage laid over it: so the bar stays at hand, and nothing moves in the document.
 * Where only a video can be in full screen, the hosted one is. Where the browser has no full screen, or refuses it, the
 * stage still fills the window. `stage` holds the media. `leave` goes back to the mode before.
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
      // Mostly the browser takes it first; where it does not, nothing else may keep a person in.
      if (event.key === 'Escape') leave()
    }
    // Beneath the picture, where no key is to lead.
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
      // Where the browser is still on its way there, once it has arrived: before that there is nothing to leave.
      void Promise.resolve(entered)
        .then(() => {
          if (document.fullscreenElement && !wanted.current) return document.exitFullscreen()
        })
        .catch(() => undefined)
    }
  }, [full, stage])

  return { leave: () => onMode(before.current) }
}
