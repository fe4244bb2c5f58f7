import { useMemo, useState } from 'react'
import type { Picture } from './usePictures.ts'

/** A slide of the lightbox. */
export interface GallerySlide {
  id: string
  src: string
  alt: string
  /** Number of retries so far. */
  tried: number
}

/** The slides for the pictures, and a function that loads a failed picture again. */
export function useSlides(pictures: readonly Picture[]): { slides: GallerySlide[]; retryPicture: (id: string) => void } {
  const [tries, setTries] = useState<Readonly<Record<string, number>>>({})
  const slides = useMemo(
    () =>
      pictures.map(({ id, src, title }) => {
        const tried = tries[id] ?? 0
        // A changed fragment (#1, #2, …) makes the browser request the picture again. The rest of the address must not
        // change: it may be signed.
        return { id, tried, alt: title, src: tried === 0 ? src : `${src}#${tried}` }
      }),
    [pictures, tries],
  )
  return { slides, retryPicture: (id) => setTries((before) => ({ ...before, [id]: (before[id] ?? 0) + 1 })) }
}
