import { Check, CircleAlert, CopyCheck, SearchX, Unlink } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import type { Row } from './bulk.ts'
import styles from './BulkPaste.module.css'

interface BulkRowProps {
  row: Row
  /** Disables "Post anyway". */
  busy: boolean
  /** Posts the link although it is a duplicate or nothing was found at it. */
  onAnyway: () => void
  /** Called when the link to the post is followed. */
  onOpen: () => void
}

/** A pasted link, or a line of text without a link, and its outcome. */
export function BulkRow({ row, busy, onAnyway, onOpen }: BulkRowProps) {
  const { link, outcome } = row
  return (
    <li className={styles.row} data-state={outcome.state}>
      <span className={styles.mark} aria-hidden="true">
        {outcome.state === 'working' && <Spinner />}
        {outcome.state === 'posted' && <Icon as={Check} size={18} />}
        {outcome.state === 'duplicate' && <Icon as={CopyCheck} size={18} />}
        {outcome.state === 'missing' && <Icon as={SearchX} size={18} />}
        {outcome.state === 'words' && <Icon as={Unlink} size={18} />}
        {outcome.state === 'failed' && <Icon as={CircleAlert} size={18} />}
      </span>
      <span className={styles.words}>
        <span className={styles.link}>{outcome.state === 'posted' ? outcome.title : link}</span>
        <span className={styles.small}>
          {outcome.state === 'failed' ? outcome.message || t.common.serverError : t.bulk.states[outcome.state]}
        </span>
      </span>
      {(outcome.state === 'posted' || (outcome.state === 'duplicate' && outcome.href !== null)) && (
        <a className={styles.see} href={`/${outcome.href ?? ''}`} onClick={onOpen}>
          {t.bulk.open}
        </a>
      )}
      {(outcome.state === 'duplicate' || outcome.state === 'missing') && (
        <Button size="small" disabled={busy} onClick={onAnyway}>
          {t.wizard.postAnyway}
        </Button>
      )}
    </li>
  )
}
