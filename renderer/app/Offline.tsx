import { useState, useSyncExternalStore } from 'react'
import { OfflineNotice } from './OfflineNotice.tsx'
import { reach } from './reach.ts'

/** Says that Strand cannot be reached, and goes on when it can. Part of the shell: without a network nothing can be fetched. */
export function Offline() {
  const reached = useSyncExternalStore(reach.subscribe, reach.read)
  const [wanted, setWanted] = useState(!reached)
  if (!reached && !wanted) setWanted(true)
  return wanted ? <OfflineNotice reached={reached} /> : null
}
