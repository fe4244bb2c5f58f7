import { useState } from 'react'
import { useSearch } from 'wouter'
import { t } from '#texts/index.ts'
import { truncate } from '#ui/format.ts'
import { useMedia } from '#ui/useMedia.ts'
import styles from './Description.module.css'

/** Characters of the description (B9): in a summary, and before it is expanded on wide and narrow screens. */
const lengths = { short: 240, condensed: 300, narrow: 200 }

/** Shortened description above a featured post. */
export const ShortDescription = ({ text }: { text: string }) => (
  <div className={styles.description}>
    <p className={styles.text}>{truncate(text, lengths.short)}</p>
  </div>
)

/** Description, collapsed if it is long. With the URL parameter `noclip`, all of it is shown. */
export function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const narrow = useMedia('(max-width: 640px)')
  const isUnclipped = new URLSearchParams(useSearch()).has('noclip')
  const limit = narrow ? lengths.narrow : lengths.condensed
  const long = !isUnclipped && [...text].length > limit
  return (
    <div className={styles.description}>
      <p className={styles.text}>{long && !open ? truncate(text, limit) : text}</p>
      {long && (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t.bead.collapse : t.bead.expand}
        </button>
      )}
    </div>
  )
}
