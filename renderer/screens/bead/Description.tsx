import { useState } from 'react'
import { useSearch } from 'wouter'
import { t } from '#texts/index.ts'
import { truncate } from '#ui/format.ts'
import { useMedia } from '#ui/useMedia.ts'
import styles from './Description.module.css'

/** Characters of a playlist's description (B9): where it is only mentioned, and of the whole one before it is unfolded. */
const lengths = { short: 240, condensed: 300, narrow: 200 }

/** What a playlist is, in a few words: above a post of it. */
export const ShortDescription = ({ text }: { text: string }) => (
  <div className={styles.description}>
    <p className={styles.text}>{truncate(text, lengths.short)}</p>
  </div>
)

/** What it is about, to be unfolded where it is long; an address with the flag `noclip` shows all of it at once. */
export function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const narrow = useMedia('(max-width: 640px)')
  const whole = new URLSearchParams(useSearch()).has('noclip')
  const limit = narrow ? lengths.narrow : lengths.condensed
  const long = !whole && [...text].length > limit
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
