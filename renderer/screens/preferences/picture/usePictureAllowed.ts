import { useSite } from '#data/index.ts'
import { useMedia } from '#ui/useMedia.ts'

/** Not on a narrow screen, where no part of a picture could be chosen (P5), nor where nothing can be changed. */
export function usePictureAllowed(): boolean {
  const narrow = useMedia('(max-width: 640px)')
  const { readOnly } = useSite()
  return !narrow && !readOnly
}
