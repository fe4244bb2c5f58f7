/** Partner skins; entry point for other features. */
export { Promotion, usePromotionIndex } from './Promo.tsx'
export { setFollowCookies, useShownTags, useSkin } from './useSkin.ts'
