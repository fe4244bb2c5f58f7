import { useState } from 'react'
import { Check } from 'lucide-react'
import { failureMessage, uniqueBy, useBeadsInfiniteQuery, useListing } from '#data/index.ts'
import { isRefused } from '#data/privileges.ts'
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
import type { Place } from './form.ts'
import styles from './BeadStep.module.css'

const InlineCreator = lazyComponent(() => import('#widgets/creator/index.ts').then((creator) => ({ default: creator.InlineCreator })))

interface BeadStepProps {
  me: Me
  value: Place | null
  /** What is passed on: playlists that hold it are not offered. */
  repost?: Post
  error: string | undefined
  onChoose: (bead: Place) => void
}

/** Playlists of a page (B9). */
const page = 18
const idOf = <T extends { id: string }>({ id }: T) => id

/** Where a post goes (D7): those that the member posts to most, then all into which they may post. */
export function BeadStep({ me, value, repost, error, onChoose }: BeadStepProps) {
  const [query, setQuery] = useState('')
  const asked = useDebouncedValue(query.trim(), 450, isLargeChange)
  const searching = asked !== ''
  const beads = useListing<Place>(
    useBeadsInfiniteQuery(
      { query: { writer: me.uid, sort: 'recent', limit: page, ...(repost && { repost: repost.id }) } },
      { skip: searching },
    ),
    idOf,
  )
  const found = useListing<Place>(
    useSearchInfiniteQuery({ query: { q: asked, type: 'bead', write: '1', autocomplete: '1', limit: page } }, { skip: !searching }),
    idOf,
  )
  const list = searching ? found : beads
  const seeds: Place[] = searching ? [] : me.mostusedbeads.filter(({ id }) => id !== repost?.bead.id)
  const places = uniqueBy<Place>(
    [...(list.state === 'ready' ? seeds : []), ...list.items].filter(({ id }) => id !== repost?.bead.id),
    idOf,
  )
  const choose = ({ id, title, image }: Place) => onChoose({ id, title, image: image ?? null })
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
          // Enter would go on without a playlist.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {/* What was chosen and written meanwhile stays. */}
      <InlineCreator mayOpen={() => !isRefused(me, 'startBead')} onCreated={choose} />
      {list.state === 'failed' && <ErrorState message={failureMessage(list.error)} onRetry={list.retry} />}
      {list.state === 'loading' && <Bones />}
      {list.state === 'ready' && places.length === 0 && (
        <EmptyState level={3} title={searching ? t.wizard.noPlaylistFound(asked) : t.wizard.noPlaylists} />
      )}
      {places.length > 0 && (
        <ul className={styles.list} aria-label={t.wizard.playlists}>
          {places.map((place) => (
            <li key={place.id}>
              <button type="button" className={styles.place} aria-pressed={place.id === value?.id} onClick={() => choose(place)}>
                <span className={styles.picture}>
                  <Image src={place.image} alt="" seed={place.id} ratio="1/1" />
                </span>
                <span className={styles.title}>{place.title}</span>
                {place.id === value?.id && <Icon as={Check} />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {list.state === 'ready' && places.length > 0 && (
        <ListTail
          more={list.more}
          onMore={list.loadMore}
          skeleton={<Bones />}
          failed={{ message: failureMessage(list.error) }}
          end={null}
        />
      )}
    </div>
  )
}

const Bones = () => (
  <SkeletonGroup label={t.common.loading} className={styles.list}>
    {[1, 2, 3, 4].map((n) => (
      <Skeleton key={n} height="3.75rem" />
    ))}
  </SkeletonGroup>
)
