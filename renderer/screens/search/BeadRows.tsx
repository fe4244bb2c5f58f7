import { Link } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { CategoryMark } from '#ui/CategoryMark.tsx'
import { Highlighted } from '#ui/Highlighted.tsx'
import { BeadTile } from '#ui/BeadTile.tsx'
import { Image } from '#ui/Image.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import type { FoundEntity } from './useSearchResults.ts'
import styles from './Rows.module.css'

/** The playlists of the tab "Everything", in rows, with matching words highlighted. */
export const BeadRows = ({ results }: { results: readonly FoundEntity<Bead>[] }) => (
  <ul className={styles.pair}>
    {results.map(({ entity: bead, item }) => (
      <li key={bead.id} className={styles.bead}>
        <span className={styles.cover}>
          <Image src={bead.image} alt="" ratio="1/1" seed={bead.id} eager glyph={<BeadTile seed={bead.id} />} />
        </span>
        <div className={styles.words}>
          <h3 className={styles.title}>
            <Link href={bead.href} className={styles.whole} title={bead.title}>
              <Highlighted html={item.title_highlighted} />
            </Link>
          </h3>
          <p className={styles.small}>{bead.creator.name}</p>
          <p className={styles.small}>
            <CategoryMark category={bead.category} /> <span className={styles.count}>{t.common.posts(bead.postCount)}</span>
          </p>
        </div>
        <span className={styles.act}>
          <FollowButton kind="bead" id={bead.id} name={bead.title} size="round" listed creator={bead.creator.uid} />
        </span>
      </li>
    ))}
  </ul>
)

export const BeadRowsSkeleton = ({ count }: { count: number }) => (
  <SkeletonGroup label={t.search.loading(t.search.beads)} className={styles.pair} count={count}>
    <div className={styles.bead}>
      <span className={styles.cover}>
        <Skeleton ratio="1/1" />
      </span>
      <div className={styles.skeleton}>
        <Skeleton width="80%" height="1.1rem" />
        <Skeleton width="50%" height="0.85rem" />
        <Skeleton width="60%" height="0.85rem" />
      </div>
    </div>
  </SkeletonGroup>
)
