/** The pictures of what is up in the player, as the page has them just now: over one of them its medium can be seen. */
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
