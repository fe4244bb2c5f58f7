import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Post } from '#contract/schemas.ts'
import { parseStart } from './startPosition.ts'
import { isPlayable } from './usePlayback.ts'

/**
 * Start position in seconds from `?t=` in the address (BY18); null if there is none or it is beyond the end. The caller
 * calls `markUsed` when playback has started from it; from then on it is null, and the button toggles playback as
 * usual.
 */
export function useLinkedStart(post: Post | undefined): { start: number | null; markUsed: () => void } {
  const search = useSearch()
  // Another post or address is a new visit, whose start position is unused.
  const visit = `${post?.id ?? ''}?${search}`
  const [usedIn, setUsedIn] = useState('')
  const linkedStart = post === undefined || !isPlayable(post) || usedIn === visit ? null : parseStart(new URLSearchParams(search).get('t'))
  const start = linkedStart !== null && linkedStart < (post?.media?.duration ?? Infinity) ? linkedStart : null
  return { start, markUsed: () => setUsedIn(visit) }
}
