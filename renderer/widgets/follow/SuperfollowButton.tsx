import { useMe, useSite } from '#data/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { SuperfollowButtonProps } from './Superfollow.tsx'

const Superfollow = lazyComponent(() => import('./Superfollow.tsx'))

/** Toggles instant notifications for each new post (W2). Rendered only for members who follow `id`. */
export function SuperfollowButton(props: SuperfollowButtonProps) {
  const { me } = useMe()
  const { readOnly } = useSite()
  return me && !readOnly ? <Superfollow {...props} /> : null
}
