import { Link } from 'wouter'
import { legalPages, type LegalPage } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import styles from './LegalHeader.module.css'

/** The title of a legal page, and links to the other ones. */
export const LegalHeader = ({ page }: { page: LegalPage }) => (
  <header className={styles.header}>
    <h1 tabIndex={-1} className={styles.title}>
      {t.legal.titles[page]}
    </h1>
    <nav className={styles.pages} aria-label={t.legal.pages}>
      {legalPages.map((other) =>
        other === page ? (
          <span key={other} className={styles.current} aria-current="page">
            {t.legal.titles[other]}
          </span>
        ) : (
          <Link key={other} href={`/${other}`} className={styles.link}>
            {t.legal.titles[other]}
          </Link>
        ),
      )}
    </nav>
  </header>
)
