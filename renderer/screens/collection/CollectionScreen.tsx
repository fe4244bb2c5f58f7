import { useMemo, useRef } from 'react'
import { collectionHref, hasCollection, isNarrowed, type CollectionAddress, type CollectionQuery } from '#contract/pages/collection.ts'
import { pageTitles } from '#contract/messages.ts'
import type { Member } from '#contract/schemas.ts'
import { failureTitle } from '#data/index.ts'
import { useFocusFallback } from '#ui/focus.ts'
import { usePageTitle } from '#ui/page.ts'
import { useMedia } from '#ui/useMedia.ts'
import { MemberFailure } from '#widgets/people/index.ts'
import { useAutoplay } from '#widgets/playAll/index.ts'
import { ActiveFilters } from './ActiveFilters.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import { CollectionHeader } from './CollectionHeader.tsx'
import { VisitorPrompt } from './VisitorPrompt.tsx'
import { CollectionPosts } from './CollectionPosts.tsx'
import { SortButtons } from './SortButtons.tsx'
import { useCollectionPosts } from './useCollectionPosts.ts'
import { sourceOf, titleOf, useCollectionQuery, useOwner } from './useCollectionQuery.ts'
import styles from './CollectionScreen.module.css'

/**
 * Collected or created posts of a member, with filters: `/collection`, `/p/{uid}/collection` and
 * `/p/{uid}/posts/created|collected` (R7, Y1).
 */
export default function CollectionScreen(address: CollectionAddress) {
  const query = useCollectionQuery(address)
  const { owner, error, retry } = useOwner(query)
  usePageTitle(error ? failureTitle(error, pageTitles.noMember) : titleOf(query, owner))
  if (query === null) return null
  if (!hasCollection(query)) return <VisitorPrompt />
  // With filters, the list is shown without the owner's data: the heading falls back to the uid.
  if (error && !isNarrowed(query)) return <MemberFailure error={error} onRetry={retry} />
  return <Collection query={query} owner={owner} />
}

function Collection({ query, owner }: { query: CollectionQuery; owner: Member | undefined }) {
  const wide = useMedia('(min-width: 768.02px)')
  const href = collectionHref(query)
  const source = useMemo(() => sourceOf(query, owner, href), [query, owner, href])
  const list = useCollectionPosts(query)
  useAutoplay(source, query.autoplay)
  const chosen = useRef<HTMLDivElement>(null)
  // After a chip is removed, the focus moves to the next one, or to the heading.
  useFocusFallback(chosen, () => chosen.current?.querySelector('a') ?? document.querySelector('main h1'))
  return (
    <div className={styles.screen}>
      <CollectionHeader query={query} owner={owner} total={list.state === 'ready' ? list.total : undefined} source={source} />
      <div className={styles.bar}>
        {!wide && <FilterSheet query={query} />}
        <SortButtons query={query} />
      </div>
      <div className={styles.columns}>
        {wide && <FilterPanel query={query} />}
        <div className={styles.list}>
          <div ref={chosen} className={styles.chosen}>
            <ActiveFilters query={query} />
          </div>
          <CollectionPosts query={query} owner={owner} list={list} source={source} />
        </div>
      </div>
    </div>
  )
}
