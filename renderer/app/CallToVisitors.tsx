import { lazyComponent } from '#ui/lazyComponent.tsx'
import { useMe } from '#data/session.ts'
import { useTouched } from '#ui/firstInteraction.ts'

const CallToAction = lazyComponent(() => import('#widgets/landing/CallToAction.tsx'))

/** Members have no use for the call to sign up, and a page that is only looked at makes none. */
export function CallToVisitors() {
  const { me, loading } = useMe()
  const touched = useTouched()
  return touched && !loading && me === null ? <CallToAction /> : null
}
