import { collectionPage, collectionPostsQuery, type CollectionQuery } from '#contract/pages/collection.ts'
import type { Post } from '#contract/schemas.ts'
import { useListing, usePostsInfiniteQuery, useRestoredLimit, type Listing } from '#data/index.ts'

// Outside the hook, since `useListing` needs a stable function.
const idOf = ({ id }: Post): string => id

/** The posts of a collection with its filters and order. */
export function useCollectionPosts(query: CollectionQuery): Listing<Post> {
  const [limit, rememberLimit] = useRestoredLimit('collection', collectionPage)
  return useListing(usePostsInfiniteQuery({ query: { ...collectionPostsQuery(query), limit } }), idOf, rememberLimit)
}
