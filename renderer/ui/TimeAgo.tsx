import { useEffect, useState } from 'react'
import { fullDate, timeAgo } from './format.ts'
import { useRenderTime } from './hydration.ts'

const hour = 3_600_000

/** Relative time, refreshed every minute while it changes. */
export function TimeAgo({ instant, className }: { instant: string; className?: string }) {
  const [now, setNow] = useState(() => new Date())
  const server = useRenderTime()
  const fresh = now.getTime() - new Date(instant).getTime() < hour
  useEffect(() => {
    if (!fresh) return
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [fresh])
  return (
    <time dateTime={instant} title={server ? undefined : fullDate(instant)} className={className}>
      {timeAgo(instant, server ? new Date(server.now) : now, server?.timeZone)}
    </time>
  )
}
