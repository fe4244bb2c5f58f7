import type { ReactNode } from 'react'
import styles from './InfoPage.module.css'

interface InfoPageProps {
  heading: string
  lead: string
  children: ReactNode
}

/** A page that explains something: a large heading with an introduction, and sections. */
export const InfoPage = ({ heading, lead, children }: InfoPageProps) => (
  <div className={styles.screen}>
    <header className={styles.head}>
      <h1 tabIndex={-1} className={styles.heading}>
        {heading}
      </h1>
      <p className={styles.lead}>{lead}</p>
    </header>
    {children}
  </div>
)

/** `id`: of the heading, unique on the page. */
export const InfoSection = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className={styles.section} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

interface PointsProps {
  list: readonly { title?: string; text: string }[]
  /** Steps: the points are numbered. */
  numbered?: boolean
  /** Level of the points' headings. */
  level?: 2 | 3
}

/** Three or four points side by side, below each other in a narrow window. */
export function Points({ list, numbered = false, level = 3 }: PointsProps) {
  const List = numbered ? 'ol' : 'ul'
  const Title = `h${level}` as const
  return (
    <List className={styles.points} data-count={list.length}>
      {list.map(({ title, text }) => (
        <li key={text} className={styles.point}>
          {title !== undefined && <Title className={styles.title}>{title}</Title>}
          <p>{text}</p>
        </li>
      ))}
    </List>
  )
}

/** Questions with their answers. */
export const Questions = ({ list }: { list: readonly { question: string; answer: string }[] }) => (
  <div className={styles.questions}>
    {list.map(({ question, answer }) => (
      <div key={question} className={styles.question}>
        <h3 className={styles.title}>{question}</h3>
        <p>{answer}</p>
      </div>
    ))}
  </div>
)
