/** Only lists with more than ten items have a promotion, after the fourth item (B2). */
const promotionPosition = 4
const minItems = 10

/** Number of items before the promotion; null without one. Members see none. */
export const promotionIndex = (items: number, visitor: boolean): number | null => (visitor && items > minItems ? promotionPosition : null)
