/** Partner skins; entry point for other features. */
export { Promotion, usePromotionIndex } from './Promotion.tsx'
export { setFollowCookies, useShownTags, useSkin } from './useSkin.ts'
