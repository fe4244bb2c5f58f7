/** Only long lists carry a promotion, and not before there was something to see (B2). */
const before = 4
const more = 10

/** After how many of the items of a list it stands; null where there is none. Members see none. */
export const promoAfter = (items: number, visitor: boolean): number | null => (visitor && items > more ? before : null)
