import { useState } from 'react'
import { plainText } from '#data/plainText.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { slack } from '#ui/format.ts'
import { RichText } from '../postParts/index.ts'
import styles from './ClampedText.module.css'

/**
 * Texts longer than this number of characters (plus `slack`) are collapsed (B9); the style sheet then shows six lines.
 */
const limit = 360

/** A post's text; long texts are collapsed behind a button. */
export function ClampedText({ html }: { html: string }) {
  const [open, setOpen] = useState(false)
  if ([...plainText(html)].length <= limit + slack) return <RichText html={html} />
  return (
    <div className={styles.long}>
      {/* Expands when keyboard focus enters a clipped link. */}
      <div onFocus={() => setOpen(true)}>
        <RichText html={html} className={classes(!open && styles.clamped)} />
      </div>
      <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? t.post.readLess : t.post.readMore}
      </button>
    </div>
  )
}
