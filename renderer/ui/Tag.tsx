import { Link } from 'wouter'
import styles from './Tag.module.css'

/** A tag, which leads to all that bears it. */
export const Tag = ({ name }: { name: string }) => (
  <Link className={styles.tag} href={`/tag/${encodeURIComponent(name)}`}>
    #{name}
  </Link>
)
