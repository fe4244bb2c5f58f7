import { useMemo } from 'react'
import { useSearch } from 'wouter'
import {
  parseCollectionQuery,
  collectionPosts,
  hasCollection,
  type CollectionAddress,
  type CollectionQuery,
} from '#contract/pages/collection.ts'
import type { Member } from '#contract/schemas.ts'
import { useMe, useMemberQuery } from '#data/index.ts'
import type { QueueSource } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { postsSource } from '#widgets/playAll/index.ts'

/** The filters and order in the URL; null until it is known who is signed in, as `/collection` depends on it. */
export function useCollectionQuery({ uid, of }: CollectionAddress): CollectionQuery | null {
  const search = useSearch()
  const { me, loading } = useMe()
  const viewer = me?.uid ?? null
  const query = useMemo(() => parseCollectionQuery({ uid, of }, new URLSearchParams(search), viewer), [uid, of, search, viewer])
  return loading ? null : query
}

/** The owner of the collection; undefined while loading, after an error, and for posts by several members. */
export function useOwner(query: CollectionQuery | null): { owner: Member | undefined; error: unknown; retry: () => void } {
  const uid = query?.whose ?? null
  const { currentData, error, refetch } = useMemberQuery({ params: { uid: uid ?? '' } }, { skip: uid === null })
  return { owner: currentData, error: currentData ? undefined : error, retry: () => void refetch() }
}

/** The title of the browser tab; undefined leaves it unchanged until the owner is known. */
export function titleOf(query: CollectionQuery | null, owner: Member | undefined): string | undefined {
  if (query === null) return undefined
  if (!hasCollection(query) || query.whose === null) return t.collection.title
  if (!owner) return undefined
  return query.of === 'created' ? t.collection.titlePosts(owner.name) : t.collection.titleOf(owner.name)
}

/** The heading of the page. Until the owner is loaded, it contains the uid. */
export function headingOf({ own, of, whose }: CollectionQuery, owner: Member | undefined): string {
  if (own) return of === 'created' ? t.collection.ownPosts : t.collection.own
  if (whose === null) return t.collection.several
  return (of === 'created' ? t.collection.titlePosts : t.collection.titleOf)(owner?.name ?? whose)
}

/** The listed posts as the source of the player's queue. */
export const sourceOf = (query: CollectionQuery, owner: Member | undefined, href: string): QueueSource =>
  postsSource(collectionPosts(query), titleOf(query, owner) ?? t.collection.title, href)
