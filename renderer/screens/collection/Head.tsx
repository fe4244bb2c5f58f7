import { Link } from 'wouter'
import { isNarrowed, type CollectionAsked } from '#contract/pages/collection.ts'
import type { Member } from '#contract/schemas.ts'
import type { QueueSource } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { PlayAll } from '#widgets/playAll/index.ts'
import { OwnSearch } from './OwnSearch.tsx'
import { headingOf } from './useCollectionQuery.ts'
import styles from './Head.module.css'

interface HeadProps {
  asked: CollectionAsked
  owner: Member | undefined
  /** Posts that are shown, as far as that is known. */
  total: number | undefined
  source: QueueSource
}

/** Whose collection it is, how much there is of it, and one's own search. */
export function Head({ asked, owner, total, source }: HeadProps) {
  return (
    <header className={styles.head}>
      {owner && (
        <Link href={`/p/${owner.uid}`} className={styles.picture} aria-label={owner.name}>
          <Avatar member={owner} size="large" />
        </Link>
      )}
      <div className={styles.words}>
        <h1 tabIndex={-1} className={styles.heading}>
          {headingOf(asked, owner)}
        </h1>
        {isNarrowed(asked) || asked.whose === null ? (
          <p className={styles.matches} role="status">
            {total === undefined ? t.common.loading : t.collection.matches(total)}
          </p>
        ) : owner ? (
          <Counts asked={asked} owner={owner} />
        ) : (
          <Skeleton width="14rem" />
        )}
      </div>
      <div className={styles.acts}>
        {asked.own && <OwnSearch asked={asked} />}
        {total !== 0 && <PlayAll source={source} kind="primary" />}
      </div>
    </header>
  )
}

/** What the member added to playlists and what they collected: each leads to the other. */
function Counts({ asked, owner }: { asked: CollectionAsked; owner: Member }) {
  const collected = asked.own ? '/collection' : `/p/${owner.uid}/collection`
  return (
    <nav className={styles.counts} aria-label={t.collection.counts}>
      <Link href={`/p/${owner.uid}/posts/created`} className={styles.count} aria-current={asked.of === 'created' ? 'page' : undefined}>
        {t.collection.added(owner.createdPostCount)}
      </Link>
      <Link href={collected} className={styles.count} aria-current={asked.of === 'collected' ? 'page' : undefined}>
        {t.collection.collected(owner.collectedPostCount)}
      </Link>
    </nav>
  )
}
