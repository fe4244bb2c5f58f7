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

/** The query of the URL; null while the session is unknown. */
export function useCollectionQuery({ uid, of }: CollectionAddress): CollectionQuery | null {
  const search = useSearch()
  const { me, loading } = useMe()
  const viewer = me?.uid ?? null
  const query = useMemo(() => parseCollectionQuery({ uid, of }, new URLSearchParams(search), viewer), [uid, of, search, viewer])
  return loading ? null : query
}

/** The owner of the collection; `error` if the request failed. */
export function useOwner(query: CollectionQuery | null): { owner: Member | undefined; error: unknown; retry: () => void } {
  const uid = query?.whose ?? null
  const { currentData, error, refetch } = useMemberQuery({ params: { uid: uid ?? '' } }, { skip: uid === null })
  return { owner: currentData, error: currentData ? undefined : error, retry: () => void refetch() }
}

/** The page title; undefined keeps the title of the document. */
export function titleOf(query: CollectionQuery | null, owner: Member | undefined): string | undefined {
  if (query === null) return undefined
  if (!hasCollection(query) || query.whose === null) return t.collection.title
  if (!owner) return undefined
  return query.of === 'created' ? t.collection.titlePosts(owner.name) : t.collection.titleOf(owner.name)
}

/** The heading of the page. */
export function headingOf({ own, of, whose }: CollectionQuery, owner: Member | undefined): string {
  if (own) return of === 'created' ? t.collection.ownPosts : t.collection.own
  if (whose === null) return t.collection.several
  return (of === 'created' ? t.collection.titlePosts : t.collection.titleOf)(owner?.name ?? whose)
}

export const sourceOf = (query: CollectionQuery, owner: Member | undefined, href: string): QueueSource =>
  postsSource(collectionPosts(query), titleOf(query, owner) ?? t.collection.title, href)
