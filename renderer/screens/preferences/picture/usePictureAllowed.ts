import { useSite } from '#data/index.ts'
import { useMedia } from '#ui/useMedia.ts'

/** Whether the picture can be changed: not on read-only sites or narrow screens, where cropping is impractical (P5). */
export function usePictureAllowed(): boolean {
  const narrow = useMedia('(max-width: 640px)')
  const { readOnly } = useSite()
  return !narrow && !readOnly
}
