import { useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './Welcome.module.css'

interface NoticeProps {
  heading: 'h1' | 'h2'
  title: string
  text: string
  children?: ReactNode
}

/** A success message with a check mark. `children` are the next actions. */
export function Notice({ heading: Heading, title, text, children }: NoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form with the focused button was removed. Focusing the heading keeps the focus in the dialog, and screen
  // readers read it.
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.welcome}>
      <svg className={styles.mark} viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
        <circle cx="32" cy="32" r="30" fill="var(--accent-wash)" />
        <path
          className={styles.tick}
          d="M20 33.5 28.5 42 45 24"
          fill="none"
          stroke="var(--accent-text)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
          pathLength="1"
        />
      </svg>
      <Heading ref={heading} className={styles.title} tabIndex={-1}>
        {title}
      </Heading>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  )
}
