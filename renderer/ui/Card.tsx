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
  /** The title with what was looked for marked in it, in its place. */
  marked?: ReactNode
  image: string | null | undefined
  seed: string
  ratio?: '16/9' | '1/1'
  eager?: boolean
  /** Shown in the picture's box where there is no picture. */
  glyph?: ReactNode
  /** On the picture, at its lower end: a play button, a duration. Above the link, so it takes clicks. */
  over?: ReactNode
  /** At the picture's upper end: what comes over it while a pointer rests there. */
  hover?: ReactNode
  /** Small print under the title. */
  meta?: ReactNode
  /** Beside the title, at the end: a menu. */
  aside?: ReactNode
  /** Below everything: counts and controls. */
  children?: ReactNode
  /** It is what plays now. */
  playing?: boolean
  headingLevel?: 2 | 3
}

/** A picture, a title of two lines at most, small print. The whole picture and the title are one link. */
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

/** The shape of a card that is not there yet. */
export const CardSkeleton = ({ ratio = '16/9' }: { ratio?: '16/9' | '1/1' }) => (
  <div className={styles.card}>
    <Skeleton ratio={ratio} className={styles.image} />
    <Skeleton width="82%" height="1.1rem" />
    <Skeleton width="54%" height="0.85rem" />
  </div>
)
