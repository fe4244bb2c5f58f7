import { useMe, useSite } from '#data/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { SuperfollowButtonProps } from './Superfollow.tsx'

const Superfollow = lazyComponent(() => import('./Superfollow.tsx'))

/** Every new post told at once, of what a member follows (W2); nothing for anybody else. */
export function SuperfollowButton(props: SuperfollowButtonProps) {
  const { me } = useMe()
  const { readOnly } = useSite()
  return me && !readOnly ? <Superfollow {...props} /> : null
}
