import { Link } from 'wouter'
import { isNarrowed, type CollectionQuery } from '#contract/pages/collection.ts'
import type { Member } from '#contract/schemas.ts'
import type { QueueSource } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { PlayAll } from '#widgets/playAll/index.ts'
import { OwnSearch } from './OwnSearch.tsx'
import { headingOf } from './useCollectionQuery.ts'
import styles from './CollectionHeader.module.css'

interface CollectionHeaderProps {
  query: CollectionQuery
  owner: Member | undefined
  /** Number of listed posts; undefined until loaded. */
  total: number | undefined
  source: QueueSource
}

/** Owner, counts and "Play all"; on the viewer's own collection also the search field. */
export function CollectionHeader({ query, owner, total, source }: CollectionHeaderProps) {
  return (
    <header className={styles.head}>
      {owner && (
        <Link href={`/p/${owner.uid}`} className={styles.picture} aria-label={owner.name}>
          <Avatar member={owner} size="large" />
        </Link>
      )}
      <div className={styles.words}>
        <h1 tabIndex={-1} className={styles.heading}>
          {headingOf(query, owner)}
        </h1>
        {/* With filters, the owner's total counts do not describe the list: show the number of matches. */}
        {isNarrowed(query) || query.whose === null ? (
          <p className={styles.matches} role="status">
            {total === undefined ? t.common.loading : t.collection.matches(total)}
          </p>
        ) : owner ? (
          <Counts query={query} owner={owner} />
        ) : (
          <Skeleton width="14rem" />
        )}
      </div>
      <div className={styles.acts}>
        {query.own && <OwnSearch query={query} />}
        {total !== 0 && <PlayAll source={source} kind="primary" />}
      </div>
    </header>
  )
}

/** Counts of created and collected posts; each links to its list. */
function Counts({ query, owner }: { query: CollectionQuery; owner: Member }) {
  const collected = query.own ? '/collection' : `/p/${owner.uid}/collection`
  return (
    <nav className={styles.counts} aria-label={t.collection.counts}>
      <Link href={`/p/${owner.uid}/posts/created`} className={styles.count} aria-current={query.of === 'created' ? 'page' : undefined}>
        {t.collection.added(owner.createdPostCount)}
      </Link>
      <Link href={collected} className={styles.count} aria-current={query.of === 'collected' ? 'page' : undefined}>
        {t.collection.collected(owner.collectedPostCount)}
      </Link>
    </nav>
  )
}
