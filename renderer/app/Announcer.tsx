import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { pageTitle } from '#ui/page.ts'

/** Announces the page title to screen readers after a navigation. The browser itself announces the first page. */
export function Announcer() {
  const title = useSyncExternalStore(pageTitle.subscribe, pageTitle.read)
  const [announcement, setAnnouncement] = useState('')
  const first = useRef(true)
  useEffect(() => {
    if (title === '') return
    if (first.current) first.current = false
    else setAnnouncement(title)
  }, [title])
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite">
        {announcement}
      </span>
    </VisuallyHidden>
  )
}
