import { Image } from './Image.tsx'
import { classes } from './classes.ts'
import styles from './Avatar.module.css'

interface AvatarProps {
  member: { uid: string; name: string; image: string | null }
  size?: 'small' | 'medium' | 'large' | 'huge'
  className?: string
}

/** Decorative: the member's name is next to it. */
export const Avatar = ({ member, size = 'medium', className }: AvatarProps) => (
  <span className={classes(styles.avatar, styles[size], className)} aria-hidden="true">
    <Image src={member.image} alt="" ratio="1/1" seed={member.uid} glyph={<span className={styles.initial}>{initial(member.name)}</span>} />
  </span>
)

const initial = (name: string) => [...name.trim()][0]?.toLocaleUpperCase() ?? ''
