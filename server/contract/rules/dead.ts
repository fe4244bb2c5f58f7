/** Dead links (BY8). Without zod types, so that pages can use it. */
interface Known {
  status?: number | undefined
}

export const isGone = ({ status }: Known): boolean => status === 404 || status === 410

/** Whether every stream is dead, or the page of a medium without streams. A post without a medium is never dead. */
export const isDead = (media: (Known & { media: readonly Known[] }) | null): boolean =>
  media !== null && (media.media.length === 0 ? isGone(media) : media.media.every(isGone))
