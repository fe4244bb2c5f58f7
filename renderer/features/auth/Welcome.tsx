import { useEffect, useRef } from 'react'
import { t } from '../../texts/index.ts'
import styles from './Welcome.module.css'

/** What a new or returning member sees for 2.5 s. */
export function Welcome({ name, heading: Heading }: { name: string; heading: 'h1' | 'h2' }) {
  const title = useRef<HTMLHeadingElement>(null)
  // The button that had the focus is gone; without this the dialog would lose it, and nothing would be read out.
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={styles.welcome}>
      <svg className={styles.mark} viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
        <circle cx="32" cy="32" r="30" fill="var(--accent-wash)" />
        <path className={styles.tick} d="M20 33.5 28.5 42 45 24" fill="none" stroke="var(--accent-text)" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" pathLength="1" />
      </svg>
      <Heading ref={title} className={styles.title} tabIndex={-1}>{t.auth.welcomeTitle(name)}</Heading>
      <p className={styles.text}>{t.auth.welcomeText}</p>
    </div>
  )
}
