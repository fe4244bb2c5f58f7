import { useMemo } from 'react'
import { useSearch } from 'wouter'
import {
  collectionAsked,
  collectionPosts,
  hasCollection,
  type CollectionAddress,
  type CollectionAsked,
} from '#contract/pages/collection.ts'
import type { Member } from '#contract/schemas.ts'
import { useMe, useMemberQuery } from '#data/index.ts'
import type { QueueSource } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { postsSource } from '#widgets/playAll/index.ts'

/** What the address asks for; null while it is not known who asks. */
export function useAsked({ uid, of }: CollectionAddress): CollectionAsked | null {
  const search = useSearch()
  const { me, loading } = useMe()
  const viewer = me?.uid ?? null
  const asked = useMemo(() => collectionAsked({ uid, of }, new URLSearchParams(search), viewer), [uid, of, search, viewer])
  return loading ? null : asked
}

/** Whose collection it is; `error` where that could not be had. */
export function useOwner(asked: CollectionAsked | null): { owner: Member | undefined; error: unknown; retry: () => void } {
  const uid = asked?.whose ?? null
  const { currentData, error, refetch } = useMemberQuery({ params: { uid: uid ?? '' } }, { skip: uid === null })
  return { owner: currentData, error: currentData ? undefined : error, retry: () => void refetch() }
}

/** What the page is called; of others the server said it first. */
export function titleOf(asked: CollectionAsked | null, owner: Member | undefined): string | undefined {
  if (asked === null) return undefined
  if (!hasCollection(asked) || asked.whose === null) return t.collection.title
  if (!owner) return undefined
  return asked.of === 'created' ? t.collection.titlePosts(owner.name) : t.collection.titleOf(owner.name)
}

/** What its heading says. */
export function headingOf({ own, of, whose }: CollectionAsked, owner: Member | undefined): string {
  if (own) return of === 'created' ? t.collection.ownPosts : t.collection.own
  if (whose === null) return t.collection.several
  return (of === 'created' ? t.collection.titlePosts : t.collection.titleOf)(owner?.name ?? whose)
}

export const sourceOf = (asked: CollectionAsked, owner: Member | undefined, href: string): QueueSource =>
  postsSource(collectionPosts(asked), titleOf(asked, owner) ?? t.collection.title, href)
