import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { QueueSource } from '#player/index.ts'
import { usePlaySource } from './usePlaySource.ts'

/**
 * Plays what an address asks to be played, once (R13). The address forgets that it was asked to, so that neither a
 * reload nor going back begins anew. A browser that wants a gesture first gets it from the player's own button.
 *
 * @param asked whether the address does; @param wanted whether there is anything to play where it does.
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
