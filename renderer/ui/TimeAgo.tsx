import { useEffect, useState } from 'react'
import { fullDate, timeAgo, timeAgoLifetime } from './format.ts'
import { useRenderTime } from './hydration.ts'

/** Relative time, which stays correct on a page that is open for days. */
export function TimeAgo({ instant, className }: { instant: string; className?: string }) {
  const [now, setNow] = useState(() => new Date())
  const server = useRenderTime()
  const lifetime = timeAgoLifetime(instant, now)
  useEffect(() => {
    if (lifetime === null) return
    const timer = setInterval(() => setNow(new Date()), lifetime)
    return () => clearInterval(timer)
  }, [lifetime])
  return (
    <time dateTime={instant} title={server ? undefined : fullDate(instant)} className={className}>
      {timeAgo(instant, server ? new Date(server.now) : now, server?.timeZone)}
    </time>
  )
}
