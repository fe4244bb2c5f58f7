import { useEffect, useRef } from 'react'
import { openOverlayEntry } from '#navigation/overlayHistory.ts'

/** Opens a history entry for the gallery. Returns a function that leaves it: by going back, or to another address. */
export function useHistoryEntry(onClose: () => void): (to?: string) => void {
  const latestOnClose = useRef(onClose)
  const entry = useRef<ReturnType<typeof openOverlayEntry>>(null)
  useEffect(() => {
    latestOnClose.current = onClose
  })
  useEffect(() => {
    const opened = openOverlayEntry(() => latestOnClose.current())
    entry.current = opened
    return opened.forget
  }, [])
  return (to) => entry.current?.leave(to)
}
