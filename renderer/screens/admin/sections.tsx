import { useId, type ReactNode, type Ref } from 'react'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import styles from './sections.module.css'

interface SectionProps {
  title: string
  /** Of the heading, which gets the focus when a button of the section disappears. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A section of an admin page. */
export function Section({ title, heading, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1}>
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
