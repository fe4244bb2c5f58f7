import { useId, useRef } from 'react'
import { FileText } from 'lucide-react'
import { Link } from 'wouter'
import type { Bead, Post } from '#contract/schemas.ts'
import { failureMessage } from '#data/index.ts'
import { useBeadTableQuery } from '#data/beadPage.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import { Grid } from '#ui/Grid.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { RelatedTile } from './RelatedTile.tsx'
import { useRelated } from './useRelated.ts'
import styles from './Related.module.css'

/**
 * Below the last post of a playlist (B5): related playlists, and a grid with the best post of each of the most related
 * ones.
 */
export default function RelatedEnd({ id }: { id: string }) {
  return (
    <>
      <Playlists id={id} />
      <PostTable id={id} />
    </>
  )
}

function Playlists({ id }: { id: string }) {
  const heading = useId()
  const { items, state, more, error, retry, loadMore } = useRelated(id)
  const section = useRef<HTMLElement>(null)
  // The last page removes the button: move the focus to the first playlist that was added.
  const countBefore = useRef(0)
  useFocusFallback(section, () => section.current?.querySelectorAll('li')[countBefore.current]?.querySelector('a'))
  if (state === 'ready' && items.length === 0) return null
  const showMore = () => {
    countBefore.current = items.length
    loadMore()
  }
  return (
    <section ref={section} aria-labelledby={heading} className={styles.part}>
      <h2 id={heading} className={styles.heading}>
        {t.beadPage.related}
      </h2>
      {state === 'failed' ? (
        <ErrorState level={3} message={failureMessage(error)} onRetry={retry} />
      ) : state === 'loading' ? (
        <PlaylistsSkeleton label={t.beadPage.related} />
      ) : (
        <Grid of="beads" label={t.beadPage.related}>
          {items.map((bead: Bead) => (
            <li key={bead.id}>
              <RelatedTile bead={bead} />
            </li>
          ))}
        </Grid>
      )}
      {more === 'failed' && (
        <p role="alert" className={styles.failed}>
          {failureMessage(error)}
        </p>
      )}
      {state === 'ready' && more !== 'none' && (
        <p className={styles.more}>
          <Button busy={more === 'loading'} onClick={showMore}>
            {more === 'failed' ? t.common.retry : t.beadPage.moreRelated}
          </Button>
        </p>
      )}
    </section>
  )
}

function PostTable({ id }: { id: string }) {
  const heading = useId()
  const { currentData } = useBeadTableQuery({ params: { id } })
  if (!currentData || currentData.results.length === 0) return null
  return (
    <section aria-labelledby={heading} className={styles.part}>
      <h2 id={heading} className={styles.heading}>
        {t.beadPage.table}
      </h2>
      <ul className={styles.table} aria-label={t.beadPage.table}>
        {currentData.results.map((post) => (
          <li key={post.id}>
            <TableTile post={post} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const TableTile = ({ post }: { post: Post }) => (
  <div className={styles.tile}>
    <span className={styles.picture}>
      <Image src={post.media?.image} alt="" ratio="fill" seed={post.id} glyph={<Icon as={FileText} size={28} />} />
    </span>
    <Link href={`/${post.href}`} className={styles.link} title={post.title}>
      {post.title}
    </Link>
    <span className={styles.about}>{t.beadPage.from(post.bead.title)}</span>
  </div>
)

const PlaylistsSkeleton = ({ label }: { label: string }) => (
  <SkeletonGroup label={label}>
    <Grid of="beads">
      {[0, 1, 2, 3].map((n) => (
        <li key={n}>
          <Skeleton ratio="1/1" />
        </li>
      ))}
    </Grid>
  </SkeletonGroup>
)
