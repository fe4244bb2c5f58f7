/** Partner skins; entry point for other features. */
export { Promo, usePromoAfter } from './Promo.tsx'
export { setFollowCookies, useShownTags, useSkin } from './useSkin.ts'
