import { later } from '../ui/later.tsx'
import { useMe } from './api/session.ts'
import { useTouched } from './api/touched.ts'

const CallToAction = later(() => import('../features/landing/CallToAction.tsx'))

/** Members have no use for the call to sign up, and a page that is only looked at makes none. */
export function CallToVisitors() {
  const { me, loading } = useMe()
  const touched = useTouched()
  return touched && !loading && me === null ? <CallToAction /> : null
}
