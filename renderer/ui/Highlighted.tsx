import { Fragment } from 'react'
import styles from './Highlighted.module.css'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'" }

const plain = (text: string): string => text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => entities[name]!)

/** The parts of a highlighted text in turn: beside what was found, what was found, and so on. Whatever else looks like markup is text. */
export const partsOf = (html: string): string[] => html.split(/<em>(.*?)<\/em>/s).map(plain)

/** A text as search answers it: what was found in it stands in `em`. */
export const Highlighted = ({ html }: { html: string }) =>
  partsOf(html).map((part, n) =>
    n % 2 === 0 ? (
      <Fragment key={n}>{part}</Fragment>
    ) : (
      <em key={n} className={styles.found}>
        {part}
      </em>
    ),
  )
