import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { pageTitle } from '#ui/page.ts'

/** Reads out where a navigation has led to; the first page is read out by the browser itself. */
export function Announcer() {
  const title = useSyncExternalStore(pageTitle.subscribe, pageTitle.read)
  const [said, setSaid] = useState('')
  const first = useRef(true)
  useEffect(() => {
    if (title === '') return
    if (first.current) first.current = false
    else setSaid(title)
  }, [title])
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite">
        {said}
      </span>
    </VisuallyHidden>
  )
}
