/** What a service says of one picture when it is chosen: a search may know less, or know it no longer (B7). */
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '#data/index.ts'
import { picturesApi, type FoundPicture } from '#data/pictures.ts'

/** Pixels: a larger one brings nothing that is ever shown. */
const largest = 2048

/** The picture as its service knows it now; as the search had it where the service does not say. */
export function usePictureDetails(): (picture: FoundPicture) => Promise<FoundPicture> {
  const dispatch = useDispatch<ApiDispatch>()
  const ask = async <T>(running: PromiseLike<{ data?: T }> & { unsubscribe(): void }): Promise<T | undefined> => {
    const { data } = await running
    running.unsubscribe()
    return data
  }
  return async (picture) => {
    const { id, source, secret } = picture
    const { flickrInfo, flickrSizes, fivePxPhoto } = picturesApi.endpoints
    if (source === 'fivepx') return (await ask(dispatch(fivePxPhoto.initiate({ query: { query: id } }))))?.data ?? picture
    if (source !== 'flickr') return picture
    const [info, sizes] = await Promise.all([
      ask(dispatch(flickrInfo.initiate({ query: { query: id, ...(secret !== undefined && { secret }) } }))),
      ask(dispatch(flickrSizes.initiate({ query: { query: id } }))),
    ])
    const size = (sizes?.data ?? [])
      .filter(({ width, height }) => Math.max(width, height) <= largest)
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
