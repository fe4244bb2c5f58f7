import { useSyncExternalStore } from 'react'
import { useMe } from '#data/index.ts'
import { useMedia } from '#ui/useMedia.ts'
import { Welcome } from './Welcome.tsx'
import { welcome } from './welcome.ts'

/**
 * The landing overlay for visitors with a wide window (R19; A9: mobile is 700 px or less, .02 because widths can be
 * fractional). The server renders it for every visitor; if it was dismissed in this tab, an inline script hides it
 * (server/http/firstScript.ts).
 */
export function Landing() {
  const { me, loading } = useMe()
  const wide = useMedia('(min-width: 700.02px)')
  const isLanding = useSyncExternalStore(welcome.subscribe, welcome.isLanding, () => true)
  return isLanding && wide && me === null && !loading ? <Welcome onDismissed={welcome.dismissLanding} /> : null
}
