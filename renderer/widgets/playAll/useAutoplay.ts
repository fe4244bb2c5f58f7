import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { QueueSource } from '#player/index.ts'
import { usePlaySource } from './usePlaySource.ts'

/**
 * Starts playback once if the address has `autoplay` (R13), then removes the parameter, so that reloading or going back does
 * not start it again. If the browser requires a gesture, the player's own button offers it.
 *
 * @param requested whether the address has `autoplay`
 * @param enabled whether playback may start; the parameter is removed in any case
 */
export function useAutoplay(source: QueueSource, requested: boolean, enabled = true): void {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const { playback, toggle } = usePlaySource(source)
  /** Address, without the parameter, that has been handled: the effect runs again before the navigation is rendered. */
  const handledAddress = useRef('')
  useEffect(() => {
    if (!requested) {
      handledAddress.current = ''
      return
    }
    const params = new URLSearchParams(search)
    params.delete('autoplay')
    const address = `${path}${params.size > 0 ? `?${params}` : ''}`
    if (handledAddress.current === address) return
    handledAddress.current = address
    if (enabled && playback !== 'playing') toggle()
    navigate(address, { replace: true })
  }, [requested, enabled, path, search, playback, toggle, navigate])
}
