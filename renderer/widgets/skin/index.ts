/** What other features may use of partners' pages. */
export { Promo, usePromoAfter } from './Promo.tsx'
export { setFollowCookies, useShownTags, useSkin } from './useSkin.ts'
