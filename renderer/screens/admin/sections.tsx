import { useId, type ReactNode } from 'react'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import styles from './sections.module.css'

/** A section of an admin page. Its heading gets the focus when a button of the section disappears. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}

export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** When a figure was measured. */
export const Measured = ({ label, instant }: { label: string; instant: string }) => (
  <p className={styles.soft}>
    {label} <TimeAgo instant={instant} />
  </p>
)
