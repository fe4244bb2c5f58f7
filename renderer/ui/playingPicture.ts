/** Visible pictures of the playing item: the player can show its medium over one of them. */
let pictures: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLElement[]): void {
  pictures = next
  for (const listener of listeners) listener()
}

/** The ref of such a picture. */
export function playingPicture(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return
  change([...pictures, element])
  return () => change(pictures.filter((other) => other !== element))
}

export const playingPictures = (): readonly HTMLElement[] => pictures

export function onPlayingPictures(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
