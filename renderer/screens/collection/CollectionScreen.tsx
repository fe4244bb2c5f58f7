import { useMemo, useRef } from 'react'
import { collectionHref, hasCollection, isNarrowed, type CollectionAddress, type CollectionAsked } from '#contract/pages/collection.ts'
import { pageTitles } from '#contract/messages.ts'
import type { Member } from '#contract/schemas.ts'
import { failureTitle } from '#data/index.ts'
import { useKeptFocus } from '#ui/focus.ts'
import { usePageTitle } from '#ui/page.ts'
import { useMedia } from '#ui/useMedia.ts'
import { MemberFailure } from '#widgets/people/index.ts'
import { useAutoplay } from '#widgets/playAll/index.ts'
import { Chosen } from './Chosen.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import { Head } from './Head.tsx'
import { Invitation } from './Invitation.tsx'
import { Posts } from './Posts.tsx'
import { Sorts } from './Sorts.tsx'
import { usePosts } from './usePosts.ts'
import { sourceOf, titleOf, useAsked, useOwner } from './useCollectionQuery.ts'
import styles from './CollectionScreen.module.css'

/** `/collection`, `/p/{uid}/collection` and `/p/{uid}/posts/created|collected` (R7, Y1). */
export default function CollectionScreen(address: CollectionAddress) {
  const asked = useAsked(address)
  const { owner, error, retry } = useOwner(asked)
  usePageTitle(error ? failureTitle(error, pageTitles.noMember) : titleOf(asked, owner))
  if (asked === null) return null
  if (!hasCollection(asked)) return <Invitation />
  if (error && !isNarrowed(asked)) return <MemberFailure error={error} onRetry={retry} />
  return <Collection asked={asked} owner={owner} />
}

function Collection({ asked, owner }: { asked: CollectionAsked; owner: Member | undefined }) {
  const wide = useMedia('(min-width: 768.02px)')
  const href = collectionHref(asked)
  const source = useMemo(() => sourceOf(asked, owner, href), [asked, owner, href])
  const list = usePosts(asked)
  useAutoplay(source, asked.autoplay)
  const chosen = useRef<HTMLDivElement>(null)
  // A choice that was taken back leads on to the next, the last to what there is now.
  useKeptFocus(chosen, () => chosen.current?.querySelector('a') ?? document.querySelector('main h1'))
  return (
    <div className={styles.screen}>
      <Head asked={asked} owner={owner} total={list.state === 'ready' ? list.total : undefined} source={source} />
      <div className={styles.bar}>
        {!wide && <FilterSheet asked={asked} />}
        <Sorts asked={asked} />
      </div>
      <div className={styles.columns}>
        {wide && <FilterPanel asked={asked} />}
        <div className={styles.list}>
          <div ref={chosen} className={styles.chosen}>
            <Chosen asked={asked} />
          </div>
          <Posts asked={asked} owner={owner} list={list} source={source} />
        </div>
      </div>
    </div>
  )
}
