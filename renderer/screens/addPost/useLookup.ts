import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '#contract/endpoints.ts'
import { failureMessage, useDetectMutation } from '#data/index.ts'

export type Detection = Answer<'POST /api/v0/media/detect'>

export type Lookup = { state: 'idle' } | { state: 'looking'; link: string } | { state: 'failed'; message: string; link: string }

/**
 * Detects the medium at an address. A new lookup aborts the one before. `bead` is the playlist that the server checks
 * for a duplicate; `category` is that of the playlist.
 */
export function useLookup(bead: string | null, category?: string) {
  const [lookup, setLookup] = useState<Lookup>({ state: 'idle' })
  const [detect] = useDetectMutation()
  // Incremented by each lookup: the answer to an earlier one is ignored.
  const requestNumber = useRef(0)
  const running = useRef<{ abort(): void } | null>(null)

  const stop = useCallback(() => {
    requestNumber.current++
    running.current?.abort()
    running.current = null
  }, [])
  useEffect(() => stop, [stop])

  /** Resolves to null if the lookup fails or another one replaces it. */
  const lookUp = useCallback(
    async (link: string, beadId: string | null = bead): Promise<Detection | null> => {
      stop()
      const ownNumber = requestNumber.current
      setLookup({ state: 'looking', link })
      const request = detect({
        body: { media: { href: link.trim() }, ...(beadId !== null && { bead: beadId }), ...(category !== undefined && { category }) },
      })
      running.current = request
      try {
        const detection = await request.unwrap()
        if (ownNumber !== requestNumber.current) return null
        setLookup({ state: 'idle' })
        return detection
      } catch (error) {
        if (ownNumber === requestNumber.current) setLookup({ state: 'failed', message: failureMessage(error), link })
        return null
      }
    },
    [bead, category, detect, stop],
  )

  const clear = useCallback(() => {
    stop()
    setLookup({ state: 'idle' })
  }, [stop])

  return { lookup, lookUp, clear }
}
