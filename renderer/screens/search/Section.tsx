import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import { maxSearchTotal } from '#contract/pages/search.ts'
import { failureMessage, type Listing } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import styles from './Section.module.css'

interface SectionProps<T> {
  title: string
  list: Listing<T>
  /** The address of the whole list; absent if all results are shown. */
  all?: string
  /** Whether the total is unknown, as for results of other services. */
  uncounted?: boolean
  actions?: ReactNode
  skeleton: ReactNode
  children: ReactNode
}

/** The first results of one type, under a heading with a link to all. Renders nothing without results. */
export function Section<T>({ title, list, all, uncounted = false, actions, skeleton, children }: SectionProps<T>) {
  const heading = useId()
  if (list.state === 'ready' && list.items.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        {list.state === 'ready' && actions}
        {all !== undefined && list.state === 'ready' && (
          <Link href={all} className={styles.all} aria-label={t.search.listAllOf(allWords(list.total, uncounted), title)}>
            {allWords(list.total, uncounted)}
          </Link>
        )}
      </div>
      {list.state === 'loading' ? skeleton : list.state === 'failed' ? <Failed title={title} list={list} /> : children}
    </section>
  )
}

/** The text of the link to all results, with their number if it is known. */
const allWords = (total: number, uncounted: boolean) => (uncounted ? t.search.listMore : t.search.listAll(total, total >= maxSearchTotal))

/** The error of a single section. It is small, since the other sections are still shown. */
const Failed = <T,>({ title, list }: { title: string; list: Listing<T> }) => (
  <div role="alert" className={styles.failed}>
    <p>
      {t.search.failed(title)} {failureMessage(list.error)}
    </p>
    <Button size="small" onClick={list.retry}>
      {t.common.retry}
    </Button>
  </div>
)
