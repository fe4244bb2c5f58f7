import { Link } from 'wouter'
import styles from './Tag.module.css'

/** A tag, linked to its page. */
export const Tag = ({ name }: { name: string }) => (
  <Link className={styles.tag} href={`/tag/${encodeURIComponent(name)}`}>
    #{name}
  </Link>
)
