import { Link } from 'wouter'
import { t } from '#texts/index.ts'
import { Logo } from '#ui/Logo.tsx'
import styles from './TopBar.module.css'

/** The bar of the small window that the bookmarklet opens. */
export const WindowBar = () => (
  <header id="top" className={styles.bar}>
    <nav className={styles.inside} aria-label={t.shell.navigation}>
      <Link href="/discover" className={styles.home} aria-label={t.shell.home}>
        <Logo />
        <span className={styles.name}>{t.common.product}</span>
      </Link>
    </nav>
  </header>
)
