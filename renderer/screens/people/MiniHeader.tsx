import type { ReactNode } from 'react'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { Avatar } from '#ui/Avatar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './PeopleScreens.module.css'

interface MiniHeaderProps {
  /** The member whose list it is; absent for the followers of a playlist or a tag. */
  member?: { uid: string; name: string; image: string | null }
  title: string
  /** One line below the title. */
  description?: ReactNode
  backLink: { href: string; text: string }
  /** A button at the end, for example to follow the tag. */
  action?: ReactNode
}

/** Header of a list of members or tags: its title, and a link back to the profile, playlist or tag (F3). */
export const MiniHeader = ({ member, title, description, backLink, action }: MiniHeaderProps) => (
  <header className={styles.mini}>
    {member && <Avatar member={member} size="large" />}
    <div className={styles.text}>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {description && <p className={styles.small}>{description}</p>}
      <Link href={backLink.href} className={styles.back}>
        <Icon as={ArrowLeft} size={16} />
        {backLink.text}
      </Link>
    </div>
    {action}
  </header>
)

export const MiniHeaderSkeleton = () => (
  <div className={styles.mini} aria-hidden="true">
    <Skeleton width="3rem" ratio="1/1" round />
    <div className={styles.text}>
      <Skeleton width="14rem" height="2rem" />
      <Skeleton width="8rem" height="1rem" />
    </div>
  </div>
)
