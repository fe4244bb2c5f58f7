import type { ReactNode } from 'react'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { Avatar } from '#ui/Avatar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './PeopleScreens.module.css'

interface MiniHeaderProps {
  /** The owner of the list; absent for playlists. */
  member?: { uid: string; name: string; image: string | null }
  title: string
  about?: ReactNode
  back: { href: string; text: string }
  /** Action on the subject of the list. */
  act?: ReactNode
}

/** Title of a list, with a link back to its owner (F3). */
export const MiniHeader = ({ member, title, about, back, act }: MiniHeaderProps) => (
  <header className={styles.mini}>
    {member && <Avatar member={member} size="large" />}
    <div className={styles.words}>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {about && <p className={styles.small}>{about}</p>}
      <Link href={back.href} className={styles.back}>
        <Icon as={ArrowLeft} size={16} />
        {back.text}
      </Link>
    </div>
    {act}
  </header>
)

export const MiniHeaderSkeleton = () => (
  <div className={styles.mini} aria-hidden="true">
    <Skeleton width="3rem" ratio="1/1" round />
    <div className={styles.words}>
      <Skeleton width="14rem" height="2rem" />
      <Skeleton width="8rem" height="1rem" />
    </div>
  </div>
)
