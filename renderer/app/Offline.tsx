import { useEffect, useState, useSyncExternalStore } from 'react'
import { later } from '../ui/later.tsx'
import { whenIdle, whenTouched } from './idle.ts'
import { reach } from './reach.ts'

const OfflineNotice = later(() => import('./OfflineNotice.tsx'))

/** Says that Strand cannot be reached, and goes on when it can. Its code is fetched while it still can be. */
export function Offline() {
  const reached = useSyncExternalStore(reach.subscribe, reach.read)
  const [wanted, setWanted] = useState(!reached)
  if (!reached && !wanted) setWanted(true)
  useEffect(() => whenTouched(() => whenIdle(OfflineNotice.preload)), [])
  return wanted ? <OfflineNotice reached={reached} again={reached} /> : null
}
