/** The number of posts that the member has collected on this page minus those removed, by playlist id. */
const changes = new Map<string, number>()

/** An answer requested before the last change lacks the difference. */
export const collectedChange = (bead: string | undefined): number => changes.get(bead ?? '') ?? 0

export const addCollectedChange = (bead: string, by: 1 | -1): void => void changes.set(bead, collectedChange(bead) + by)
