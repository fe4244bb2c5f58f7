import { useState } from 'react'
import { Check } from 'lucide-react'
import { failureMessage, uniqueBy, useBeadsInfiniteQuery, useListing } from '#data/index.ts'
import { reportRefusal } from '#data/privileges.ts'
import { useSearchInfiniteQuery } from '#data/search.ts'
import type { Me, Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Field } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { isLargeChange, useDebouncedValue } from '#ui/useDebouncedValue.ts'
import type { TargetBead } from './form.ts'
import styles from './BeadStep.module.css'

const InlineCreator = lazyComponent(() => import('#widgets/creator/index.ts').then((creator) => ({ default: creator.InlineCreator })))

interface BeadStepProps {
  me: Me
  value: TargetBead | null
  /** The reposted post. Playlists that contain it are not offered. */
  repost?: Post
  error: string | undefined
  onChoose: (bead: TargetBead) => void
}

/** Playlists per page (B9). */
const pageSize = 18
const idOf = <T extends { id: string }>({ id }: T) => id

/** Chooses the target playlist (D7): the member's most used ones first, then all they may post to. */
export function BeadStep({ me, value, repost, error, onChoose }: BeadStepProps) {
  const [query, setQuery] = useState('')
  // 450 ms after the last change (B4); a paste and other large changes take effect at once.
  const debouncedQuery = useDebouncedValue(query.trim(), 450, isLargeChange)
  const searching = debouncedQuery !== ''
  const beads = useListing<TargetBead>(
    useBeadsInfiniteQuery(
      { query: { writer: me.uid, sort: 'recent', limit: pageSize, ...(repost && { repost: repost.id }) } },
      { skip: searching },
    ),
    idOf,
  )
  const results = useListing<TargetBead>(
    // `write`: only playlists that the member can post to.
    useSearchInfiniteQuery(
      { query: { q: debouncedQuery, type: 'bead', write: '1', autocomplete: '1', limit: pageSize } },
      { skip: !searching },
    ),
    idOf,
  )
  const list = searching ? results : beads
  // The playlists that come first if nothing is searched for.
  const seeds: TargetBead[] = searching ? [] : me.mostusedbeads.filter(({ id }) => id !== repost?.bead.id)
  const beadOptions = uniqueBy<TargetBead>(
    [...(list.state === 'ready' ? seeds : []), ...list.items].filter(({ id }) => id !== repost?.bead.id),
    idOf,
  )
  const choose = ({ id, title, image }: TargetBead) => onChoose({ id, title, image: image ?? null })
  return (
    <div className={styles.picker}>
      <Field
        type="search"
        label={t.wizard.choosePlaylist}
        placeholder={t.wizard.searchPlaylists}
        value={query}
        error={error}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={(event) => {
          // Otherwise Enter submits the step, possibly before a playlist is chosen.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {/* Creates a playlist in place and chooses it. */}
      <InlineCreator canOpen={() => !reportRefusal(me, 'startBead')} onCreated={choose} />
      {list.state === 'failed' && <ErrorState message={failureMessage(list.error)} onRetry={list.retry} />}
      {list.state === 'loading' && <ListSkeleton />}
      {list.state === 'ready' && beadOptions.length === 0 && (
        <EmptyState level={3} title={searching ? t.wizard.noPlaylistFound(debouncedQuery) : t.wizard.noPlaylists} />
      )}
      {beadOptions.length > 0 && (
        <ul className={styles.list} aria-label={t.wizard.playlists}>
          {beadOptions.map((bead) => (
            <li key={bead.id}>
              <button type="button" className={styles.place} aria-pressed={bead.id === value?.id} onClick={() => choose(bead)}>
                <span className={styles.picture}>
                  <Image src={bead.image} alt="" seed={bead.id} ratio="1/1" />
                </span>
                <span className={styles.title}>{bead.title}</span>
                {bead.id === value?.id && <Icon as={Check} />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {list.state === 'ready' && beadOptions.length > 0 && (
        <ListTail
          more={list.more}
          onMore={list.loadMore}
          skeleton={<ListSkeleton />}
          failed={{ message: failureMessage(list.error) }}
          end={null}
        />
      )}
    </div>
  )
}

const ListSkeleton = () => (
  <SkeletonGroup label={t.common.loading} className={styles.list}>
    {[1, 2, 3, 4].map((n) => (
      <Skeleton key={n} height="3.75rem" />
    ))}
  </SkeletonGroup>
)
