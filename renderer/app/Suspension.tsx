import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useMe } from '#data/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { useNoticeTurn } from '#ui/notices.ts'

const SuspensionNotice = lazyComponent(() => import('./SuspensionNotice.tsx'))

/** Tells suspended members why they can change nothing. A dismissed notice returns with the next load of the page. */
export function Suspension() {
  const { me } = useMe()
  const [dismissed, setDismissed] = useState(false)
  const suspension = me?.suspension
  const [path] = useLocation()
  const search = useSearch()
  // The account history shows the same.
  const isOnHistory = path === '/preferences' && new URLSearchParams(search).get('tab') === 'history'
  const hasTurn = useNoticeTurn('suspended', suspension !== undefined && !dismissed && !isOnHistory)
  return hasTurn && suspension && <SuspensionNotice suspension={suspension} onDismiss={() => setDismissed(true)} />
}
