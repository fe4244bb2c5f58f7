import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { QueueSource } from '#player/index.ts'
import { usePlaySource } from './usePlaySource.ts'

/**
 * Starts playback once if the address has `autoplay` (R13), then removes the parameter, so that reloading or going back does
 * not start it again. If the browser requires a gesture, the player's own button offers it.
 *
 * @param requested whether the address has `autoplay`
 * @param enabled whether there is something to play
 */
export function useAutoplay(source: QueueSource, asked: boolean, wanted = true): void {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const { playback, toggle } = usePlaySource(source)
  const begun = useRef('')
  useEffect(() => {
    if (!asked) {
      begun.current = ''
      return
    }
    const params = new URLSearchParams(search)
    params.delete('autoplay')
    const address = `${path}${params.size > 0 ? `?${params}` : ''}`
    if (begun.current === address) return
    begun.current = address
    if (wanted && playback !== 'playing') toggle()
    navigate(address, { replace: true })
  }, [asked, wanted, path, search, playback, toggle, navigate])
}
