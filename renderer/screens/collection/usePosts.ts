import { collectionPage, collectionPostsQuery, type CollectionAsked } from '#contract/pages/collection.ts'
import type { Post } from '#contract/schemas.ts'
import { useListing, usePostsInfiniteQuery, useRestoredLimit, type Listing } from '#data/index.ts'

const idOf = ({ id }: Post): string => id

/** The posts of a collection, in the order and as narrowed down as is asked. */
export function usePosts(asked: CollectionAsked): Listing<Post> {
  const [limit, remember] = useRestoredLimit('collection', collectionPage)
  return useListing(usePostsInfiniteQuery({ query: { ...collectionPostsQuery(asked), limit } }), idOf, remember)
}
