import { ListMusic } from 'lucide-react'
import { Link } from 'wouter'
import { useBeadOfTheDayQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { CategoryMark } from '#ui/CategoryMark.tsx'
import { truncate } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import styles from './BeadOfTheDay.module.css'

/** Maximum length of the description, in characters (B9). */
const maxDescription = 240

/** The featured playlist ("Bead of the Day"). Renders nothing if there is none or the request fails. */
export function BeadOfTheDay() {
  const { currentData, isFetching, isError } = useBeadOfTheDayQuery()
  if (!currentData && isFetching)
    return (
      <SkeletonGroup label={t.common.loading}>
        <Skeleton className={styles.placeholder} />
      </SkeletonGroup>
    )
  const bead = currentData?.bead
  if (isError || !bead) return null
  return (
    // Dark in both themes, since the text is on a darkened image.
    <article data-theme="dark" className={styles.feature} aria-labelledby="bead-of-the-day">
      <div data-theme="light" className={styles.backdrop} aria-hidden="true">
        <Image src={bead.image} alt="" ratio="fill" seed={bead.id} eager />
      </div>
      <div data-theme="light" className={styles.cover}>
        <Image src={bead.image} alt="" ratio="1/1" seed={bead.id} eager glyph={<Icon as={ListMusic} size={48} />} />
      </div>
      <div className={styles.words}>
        <p className={styles.label}>{t.discover.beadOfTheDay}</p>
        <h2 className={styles.title} id="bead-of-the-day">
          <Link href={bead.href} className={styles.link}>
            {bead.title}
          </Link>
        </h2>
        {bead.description && <p className={styles.description}>{truncate(bead.description, maxDescription)}</p>}
        <p className={styles.meta}>
          <Link href={`/p/${bead.creator.uid}`} className={styles.creator}>
            {t.discover.by(bead.creator.name)}
          </Link>
          <CategoryMark category={bead.category} />
          <span>{t.common.posts(bead.postCount)}</span>
        </p>
        <span className={styles.act}>
          <FollowButton kind="bead" id={bead.id} name={bead.title} creator={bead.creator.uid} />
        </span>
      </div>
    </article>
  )
}
