/** Fetches the details of a selected picture from its service: search results can be incomplete or outdated (B7). */
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '#data/index.ts'
import { picturesApi, type FoundPicture } from '#data/pictures.ts'

/** Maximum width and height in pixels of a Flickr picture; a larger one would never be displayed in its full size. */
const maxPixels = 2048

/** Returns a function that fetches current details; it falls back to the search result. */
export function usePictureDetails(): (picture: FoundPicture) => Promise<FoundPicture> {
  const dispatch = useDispatch<ApiDispatch>()
  /** Runs an RTK Query request without keeping its subscription. */
  const fetchOnce = async <T>(running: PromiseLike<{ data?: T }> & { unsubscribe(): void }): Promise<T | undefined> => {
    const { data } = await running
    running.unsubscribe()
    return data
  }
  return async (picture) => {
    const { id, source, secret } = picture
    const { flickrInfo, flickrSizes, fivePxPhoto } = picturesApi.endpoints
    if (source === 'fivepx') return (await fetchOnce(dispatch(fivePxPhoto.initiate({ query: { query: id } }))))?.data ?? picture
    if (source !== 'flickr') return picture
    const [info, sizes] = await Promise.all([
      fetchOnce(dispatch(flickrInfo.initiate({ query: { query: id, ...(secret !== undefined && { secret }) } }))),
      fetchOnce(dispatch(flickrSizes.initiate({ query: { query: id } }))),
    ])
    const size = (sizes?.data ?? [])
      .filter(({ width, height }) => Math.max(width, height) <= maxPixels)
      .reduce<{ image: string; width: number; height: number } | null>((best, one) => (best && best.width >= one.width ? best : one), null)
    const { author, href, license, copyright } = info?.data ?? picture
    return {
      ...picture,
      author,
      href,
      license,
      copyright,
      ...(size && size.width > (picture.width ?? 0) && { image: size.image, width: size.width, height: size.height }),
    }
  }
}
