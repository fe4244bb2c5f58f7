import { useState } from 'react'
import { useLocation } from 'wouter'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { useHasInteracted } from '#ui/firstInteraction.ts'
import { useNoticeTurn } from '#ui/notices.ts'
import { readCookie, setCookie, useMe, useSite } from '#data/index.ts'
import { match } from '#navigation/routes.ts'

const ConfirmNotice = lazyComponent(() => import('./ConfirmNotice.tsx'))

/** This cookie hides the notice for a week after it was dismissed (seconds). */
const dismissedCookie = 'strand_confirm'
const dismissedSeconds = 7 * 86_400

/**
 * Shows a notice to members who should confirm the data that a social network provided, or their e-mail address. Not on
 * the pages for signing in and for connecting a TV, nor on the preferences page, which has the same forms.
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
