import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { Kind } from './form.ts'
import { MediaSkeleton } from './MediaSkeleton.tsx'
import { UploadField } from './UploadField.tsx'
import type { Images } from './useImages.ts'

const MediaResults = lazyComponent(() => import('./MediaResults.tsx'))
const PictureResults = lazyComponent(() => import('./PictureResults.tsx'))
const PagePictures = lazyComponent(() => import('./PagePictures.tsx'))

interface MediaSourcesProps {
  kind: Kind
  /** The words to search for; null if the box holds none. */
  searchWords: string | null
  images: Images
  onPick: (link: string) => void
}

/**
 * What the media step shows below its search field: search results, the pictures of a page, or the upload of a file.
 */
export function MediaSources({ kind, searchWords, images, onPick }: MediaSourcesProps) {
  return (
    <>
      {kind === 'image' && searchWords === null && (images.choices === null || images.choices.isOffered === true) && (
        <UploadField onFile={(file) => void images.upload(file)} busy={images.reading} />
      )}
      {images.choices !== null && (
        <PagePictures choices={images.choices} onPick={(src) => void images.pick(src)} fallback={<MediaSkeleton />} />
      )}
      {searchWords !== null && kind === 'image' && (
        <PictureResults
          query={searchWords}
          busy={images.busyResult}
          onPick={(found) => void images.pickFound(found)}
          fallback={<MediaSkeleton />}
        />
      )}
      {searchWords !== null && kind !== 'image' && kind !== 'nomedia' && (
        <MediaResults query={searchWords} kind={kind} onPick={onPick} fallback={<MediaSkeleton />} />
      )}
    </>
  )
}
