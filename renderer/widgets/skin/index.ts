/** Partner skins; entry point for other features. */
export { setFollowCookies } from './followCookies.ts'
export { Promotion, usePromotionIndex } from './Promotion.tsx'
export { useShownTags, useSkin } from './useSkin.ts'
