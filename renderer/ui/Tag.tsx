import { Link } from 'wouter'
import styles from './Tag.module.css'

/** A tag, as a link where there is somewhere to go. */
export const Tag = ({ name, href }: { name: string; href?: string }) =>
  href === undefined ? <span className={styles.tag}>#{name}</span> : <Link className={styles.tag} href={href}>#{name}</Link>
