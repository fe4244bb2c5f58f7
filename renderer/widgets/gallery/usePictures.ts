import { useEffect, useMemo, useState } from 'react'
import { useBeadQuery, usePostsInfiniteQuery } from '#data/index.ts'
import type { ImagePost } from './imagePost.ts'
import { isPageOf, orderOf } from './order.ts'

export interface Picture {
  /** Id of its post. */
  id: string
  src: string
  title: string
}

/** Posts per request, and the maximum number of pages searched for the start picture. */
const pageSize = 100
const maxSearchedPages = 10

const pictureOf = ({ id, title, media }: ImagePost): Picture => ({ id, title, src: media?.media[0]?.uri ?? media?.image ?? '' })

/** The playlist's posts with media, sorted as on the page on which the gallery was opened. */
function useMedia({ bead: { id } }: ImagePost) {
  const [openedAt] = useState(() => ({ pathname: location.pathname, search: location.search }))
  // Needed for the sort order of the playlist's own pages, where it is already cached.
  const { currentData: bead } = useBeadQuery({ params: { id } }, { skip: !isPageOf(id, openedAt.pathname) })
  const { order, canFallBack } = orderOf(bead ?? { id }, openedAt)
  const query = { bead: id, hasmedia: '1' as const, limit: pageSize }
  const first = usePostsInfiniteQuery({ query: { ...query, ...order } })
  const usesRecent = canFallBack && first.data?.pages[0]?.counts.total === 0
  const recent = usePostsInfiniteQuery({ query: { ...query, sort: 'recent' } }, { skip: !usesRecent })
  return usesRecent ? recent : first
}

/**
 * The loaded pictures of the playlist; only the start picture until it is found among them. If it is not found, it
 * comes first.
 */
export function usePictures(start: ImagePost, currentId: string): Picture[] {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useMedia(start)
  const pages = data?.pages.length ?? 0
  // Memoized: the lightbox resets when it gets a new array.
  const found = useMemo(
    () =>
      (data?.pages ?? [])
        .flatMap(({ results }) => results)
        .filter(({ media }) => media?.type === 'image')
        .map(pictureOf),
    [data],
  )
  const isIn = found.some(({ id }) => id === start.id)
  const isSearching = !isIn && (data === undefined || (hasNextPage && pages < maxSearchedPages))
  const pictures = useMemo(
    () => (isIn ? found : isSearching ? [pictureOf(start)] : [pictureOf(start), ...found]),
    [isIn, isSearching, found, start],
  )
  // Fetches the next page while the start picture is searched, and two pictures before the loaded ones end.
  const isNearEnd = isIn ? found.findIndex(({ id }) => id === currentId) >= found.length - 2 : pages < maxSearchedPages
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetching, isError, fetchNextPage])
  return pictures
}
