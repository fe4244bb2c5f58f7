import { Fragment } from 'react'
import styles from './Highlighted.module.css'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'" }

const plain = (text: string): string => text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => entities[name]!)

/** Splits a highlighted text into alternating plain and matching parts. Other markup is treated as text. */
export const partsOf = (html: string): string[] => html.split(/<em>(.*?)<\/em>/s).map(plain)

/** A search result's text, with matches in `em`. */
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
