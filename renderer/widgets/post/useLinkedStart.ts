import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Post } from '#contract/schemas.ts'
import { parseStart } from './times.ts'
import { isPlayable } from './usePlayback.ts'

/**
 * Where the page's address says that its post begins (BY18), in seconds, until it has begun there: afterwards
 * the same button pauses and goes on like any other.
 */
export function useLinkedStart(post: Post | undefined): { start: number | null; used: () => void } {
  const search = useSearch()
  const visit = `${post?.id ?? ''}?${search}`
  const [usedIn, setUsedIn] = useState('')
  const wanted = post === undefined || !isPlayable(post) || usedIn === visit ? null : parseStart(new URLSearchParams(search).get('t'))
  const start = wanted !== null && wanted < (post?.media?.duration ?? Infinity) ? wanted : null
  return { start, used: () => setUsedIn(visit) }
}
