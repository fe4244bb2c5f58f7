import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Post } from '#contract/schemas.ts'
import { parseStart } from './startPosition.ts'
import { isPlayable } from './usePlayback.ts'

/**
 * Start position in seconds from the address (BY18), until playback has started from it once; afterwards the button toggles playback as
 * usual.
 */
export function useLinkedStart(post: Post | undefined): { start: number | null; markUsed: () => void } {
  const search = useSearch()
  const visit = `${post?.id ?? ''}?${search}`
  const [usedIn, setUsedIn] = useState('')
  const linkedStart = post === undefined || !isPlayable(post) || usedIn === visit ? null : parseStart(new URLSearchParams(search).get('t'))
  const start = linkedStart !== null && linkedStart < (post?.media?.duration ?? Infinity) ? linkedStart : null
  return { start, markUsed: () => setUsedIn(visit) }
}
