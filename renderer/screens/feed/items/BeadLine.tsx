import { ListMusic } from 'lucide-react'
import { Link } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { CategoryMark } from '#ui/CategoryMark.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import styles from './Things.module.css'

/** The playlist that a feed item is about: cover, title, description, counts and follow button. */
export function BeadLine({ bead, level = 4 }: { bead: Bead; level?: 3 | 4 }) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.bead}>
      <Image src={bead.image} alt="" ratio="1/1" seed={bead.id} className={styles.cover} glyph={<Icon as={ListMusic} size={32} />} />
      <div className={styles.about}>
        <Heading className={styles.title} tabIndex={level === 3 ? -1 : undefined}>
          <Link href={bead.href} className={styles.whole}>
            {bead.title}
          </Link>
        </Heading>
        <p className={styles.small}>
          {t.feed.by}{' '}
          <Link href={`/p/${bead.creator.uid}`} className={styles.link}>
            {bead.creator.name}
          </Link>
        </p>
        {bead.description !== '' && <p className={styles.text}>{bead.description}</p>}
        <p className={styles.facts}>
          <CategoryMark category={bead.category} />
          <span>{t.common.posts(bead.postCount)}</span>
          <span>{t.common.followers(bead.followerCount)}</span>
        </p>
      </div>
      <div className={styles.act}>
        <FollowButton kind="bead" id={bead.id} name={bead.title} creator={bead.creator.uid} size="mini" />
      </div>
    </div>
  )
}
