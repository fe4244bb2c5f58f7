import { useSite } from '#data/index.ts'
import { useMedia } from '#ui/useMedia.ts'

/** Not on narrow screens, where cropping is impractical (P5), nor on read-only sites. */
export function usePictureAllowed(): boolean {
  const narrow = useMedia('(max-width: 640px)')
  const { readOnly } = useSite()
  return !narrow && !readOnly
}
