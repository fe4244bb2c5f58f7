import { useEffect, useState } from 'react'
import { later } from '../ui/later.tsx'
import { onFirstUpdate } from '../ui/update.ts'
import { CallToVisitors } from './CallToVisitors.tsx'
import { Confirmation } from './Confirmation.tsx'
import { Offline } from './Offline.tsx'

const Notices = later(() => import('./Notices.tsx'))

/** What comes over the page by itself and moves nothing in it: each one's code when it is first needed. */
export function Overlays() {
  const [hasNews, setNews] = useState(false)
  useEffect(() => onFirstUpdate(() => setNews(true)), [])
  return (
    <>
      <Offline />
      <CallToVisitors />
      <Confirmation />
      {/* There before it speaks: a region that comes with its words is not read out. */}
      <div role="status">{hasNews && <Notices />}</div>
    </>
  )
}
