/** Only lists with more than ten items have a promotion, after the fourth item (B2). */
const before = 4
const more = 10

/** Number of items before the promotion; null without one. Members see none. */
export const promoAfter = (items: number, visitor: boolean): number | null => (visitor && items > more ? before : null)
