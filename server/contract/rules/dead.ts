/** What is known to be gone (BY8). Without types of zod, so that a page can ask too. */
interface Known {
  status?: number | undefined
}

export const isGone = ({ status }: Known): boolean => status === 404 || status === 410

/** Every stream is known to be dead, or the page, where there is none. What has no medium has no link to die. */
export const isDead = (media: (Known & { media: readonly Known[] }) | null): boolean =>
  media !== null && (media.media.length === 0 ? isGone(media) : media.media.every(isGone))
