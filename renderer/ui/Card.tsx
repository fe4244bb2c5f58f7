import type { HTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import { Image } from './Image.tsx'
import { playingPicture } from './playingPicture.ts'
import { Skeleton } from './Skeleton.tsx'
import styles from './Card.module.css'

interface CardProps extends Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave'> {
  href: string
  title: string
  /** Replaces the title, with highlighted matches. */
  marked?: ReactNode
  image: string | null | undefined
  seed: string
  ratio?: '16/9' | '1/1'
  eager?: boolean
  /** Shown instead of a missing picture. */
  glyph?: ReactNode
  /** On the picture's lower edge: a play button, a duration. Above the link, so it receives clicks. */
  over?: ReactNode
  /** On the picture's upper edge while it is hovered. */
  hover?: ReactNode
  /** Secondary text under the title. */
  meta?: ReactNode
  /** At the end of the title's line: a menu. */
  aside?: ReactNode
  /** At the bottom: counts and controls. */
  children?: ReactNode
  /** Whether it is playing now. */
  playing?: boolean
  headingLevel?: 2 | 3
}

/** A picture, a title of at most two lines, secondary text. Picture and title are one link. */
export function Card({
  href,
  title,
  marked,
  image,
  seed,
  ratio = '16/9',
  eager,
  glyph,
  over,
  hover,
  meta,
  aside,
  children,
  playing,
  headingLevel = 3,
  ...pointer
}: CardProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <article className={classes(styles.card, playing && styles.playing)} data-playing={playing || undefined} {...pointer}>
      <div ref={playing ? playingPicture : undefined} className={styles.media}>
        <Image src={image} alt="" ratio={ratio} seed={seed} eager={eager} glyph={glyph} className={styles.image} />
        {over && <div className={styles.over}>{over}</div>}
        {hover}
      </div>
      <div className={styles.head}>
        <div className={styles.words}>
          <Heading className={styles.title}>
            <Link href={href} className={styles.link} title={title}>
              {marked ?? title}
            </Link>
          </Heading>
          {meta && <div className={styles.meta}>{meta}</div>}
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children && <div className={styles.foot}>{children}</div>}
    </article>
  )
}

/** Placeholder of a card that is loading. */
export const CardSkeleton = ({ ratio = '16/9' }: { ratio?: '16/9' | '1/1' }) => (
  <div className={styles.card}>
    <Skeleton ratio={ratio} className={styles.image} />
    <Skeleton width="82%" height="1.1rem" />
    <Skeleton width="54%" height="0.85rem" />
  </div>
)
