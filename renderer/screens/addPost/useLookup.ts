import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '#contract/endpoints.ts'
import { failureMessage, useDetectMutation } from '#data/index.ts'

export type Finding = Answer<'POST /api/v0/media/detect'>

export type Lookup = { state: 'idle' } | { state: 'looking'; link: string } | { state: 'failed'; message: string; link: string }

/** Asks the server what an address holds; the answer to an earlier address is dropped. */
export function useLookup(bead: string | null, category?: string) {
  const [lookup, setLookup] = useState<Lookup>({ state: 'idle' })
  const [detect] = useDetectMutation()
  const latest = useRef(0)
  const running = useRef<{ abort(): void } | null>(null)

  const stop = useCallback(() => {
    latest.current++
    running.current?.abort()
    running.current = null
  }, [])
  useEffect(() => stop, [stop])

  const look = useCallback(
    async (link: string, into: string | null = bead): Promise<Finding | null> => {
      stop()
      const mine = latest.current
      setLookup({ state: 'looking', link })
      const request = detect({
        body: { media: { href: link.trim() }, ...(into !== null && { bead: into }), ...(category !== undefined && { category }) },
      })
      running.current = request
      try {
        const finding = await request.unwrap()
        if (mine !== latest.current) return null
        setLookup({ state: 'idle' })
        return finding
      } catch (error) {
        if (mine === latest.current) setLookup({ state: 'failed', message: failureMessage(error), link })
        return null
      }
    },
    [bead, category, detect, stop],
  )

  const clear = useCallback(() => {
    stop()
    setLookup({ state: 'idle' })
  }, [stop])

  return { lookup, look, clear }
}
