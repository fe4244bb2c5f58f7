import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { SearchAsked } from '../../../../server/contract/searchPage.ts'
import { usePlaySource } from '../../playAll/index.ts'
import { sourceOf } from './source.ts'

/**
 * Plays what is found, once (R13): of posts, and of everything where the own collection is searched. The address
 * forgets that it was asked to, so that neither a reload nor going back begins anew. A browser that wants a
 * gesture first gets it from the player's own button.
 */
export function useAutoplay(asked: SearchAsked): void {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const { playback, toggle } = usePlaySource(sourceOf(asked))
  const wanted = asked.autoplay && (asked.tab === 'posts' || (asked.tab === 'all' && asked.own))
  const begun = useRef('')
  useEffect(() => {
    if (!asked.autoplay) {
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
  }, [asked.autoplay, wanted, path, search, playback, toggle, navigate])
}
