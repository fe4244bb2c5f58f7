import { useState } from 'react'
import { t } from '../../texts/index.ts'
import { truncate } from '../../ui/format.ts'
import styles from './Description.module.css'

/** Characters of a playlist's short description (B9). */
const shortLength = 240

export function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const long = [...text].length > shortLength
  return (
    <div className={styles.description}>
      <p className={styles.text}>{long && !open ? truncate(text, shortLength) : text}</p>
      {long && (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t.bead.collapse : t.bead.expand}
        </button>
      )}
    </div>
  )
}
