import { useMe, useSite } from '#data/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { promotionIndex } from './promotionIndex.ts'
import type { Picture } from './PromotionContent.tsx'

/** Lazy: members and short lists do not need it. */
const PromotionContent = lazyComponent(() => import('./PromotionContent.tsx'))

/**
 * Number of list items before the promotion; null without one. `skyscraper`: the partner's promotion picture. Without
 * it the promotion is for signing up, which is impossible in read-only mode.
 */
export function usePromotionIndex(items: number, skyscraper: Picture | undefined): number | null {
  const { me, loading } = useMe()
  const { readOnly } = useSite()
  return skyscraper || !readOnly ? promotionIndex(items, me === null && !loading) : null
}

/** Promotion in long lists for visitors (N7): the partner's if there is one, else sign-up. */
export const Promotion = ({ skyscraper }: { skyscraper?: Picture | undefined }) => <PromotionContent skyscraper={skyscraper} />
