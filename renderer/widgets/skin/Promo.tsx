import { useMe, useSite } from '#data/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { promoAfter } from './promo.ts'
import type { Picture } from './PromoContent.tsx'

/** A page of members, or with few items, does without its code. */
const PromoContent = lazyComponent(() => import('./PromoContent.tsx'))

/** After how many items of a list its promotion stands, null where it has none: a site that takes no members asks nobody to join. */
export function usePromoAfter(items: number, skyscraper: Picture | undefined): number | null {
  const { me, loading } = useMe()
  const { readOnly } = useSite()
  return skyscraper || !readOnly ? promoAfter(items, me === null && !loading) : null
}

/** What anonymous visitors see within a long list (N7): the partner's own where there is one, else what Strand is for. */
export const Promo = ({ skyscraper }: { skyscraper?: Picture | undefined }) => <PromoContent skyscraper={skyscraper} />
