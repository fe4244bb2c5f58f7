import { useState } from 'react'
import { useLocation } from 'wouter'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { useHasInteracted } from '#ui/firstInteraction.ts'
import { useNoticeTurn } from '#ui/notices.ts'
import { readCookie, setCookie, useMe, useSite } from '#data/index.ts'
import { match } from '#navigation/routes.ts'

const ConfirmNotice = lazyComponent(() => import('./ConfirmNotice.tsx'))

/** A dismissed notice is shown again after a week (s). */
const dismissedCookie = 'strand_confirm'
const dismissedSeconds = 7 * 86_400

/**
 * Prompts members to confirm data from a network or their address. Hidden while signing in, and on the preferences page, which has the
 * same forms.
 */
export function Confirmation() {
  const { me } = useMe()
  const { readOnly } = useSite()
  const hasInteracted = useHasInteracted()
  const [path] = useLocation()
  const [dismissed, setDismissed] = useState(() => readCookie(dismissedCookie) !== null)
  const { screen } = match(path)
  const isExcluded = screen === 'preferences' || screen === 'auth' || screen === 'tvConnect'
  const isNeeded = me !== null && (me.onboarding.doConfirmInfo || (!me.emailVerified && me.email !== ''))
  const hasSlot = useNoticeTurn('confirm', hasInteracted && !dismissed && !readOnly && isNeeded && !isExcluded)
  return (
    hasSlot &&
    me && (
      <ConfirmNotice
        key={me.uid}
        me={me}
        onDone={() => setDismissed(true)}
        onDismiss={() => {
          setCookie(dismissedCookie, 'later', dismissedSeconds)
          setDismissed(true)
        }}
      />
    )
  )
}
