/** A list with more than `minItems` items has a promotion after its fourth item (B2). */
const promotionPosition = 4
const minItems = 10

/** Number of items before the promotion; null without one. Only visitors see it. */
export const promotionIndex = (items: number, visitor: boolean): number | null => (visitor && items > minItems ? promotionPosition : null)
