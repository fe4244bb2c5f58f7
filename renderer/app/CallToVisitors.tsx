import { lazyComponent } from '#ui/lazyComponent.tsx'
import { useMe } from '#data/session.ts'
import { useHasInteracted } from '#ui/firstInteraction.ts'

const CallToAction = lazyComponent(() => import('#widgets/landing/CallToAction.tsx'))

/** The notice that invites visitors to sign up. Not loaded before the first interaction. */
export function CallToVisitors() {
  const { me, loading } = useMe()
  const hasInteracted = useHasInteracted()
  return hasInteracted && !loading && me === null ? <CallToAction /> : null
}
