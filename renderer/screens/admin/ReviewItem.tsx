import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { idKind } from '#contract/ids.ts'
import { messages } from '#contract/messages.ts'
import { verdicts, type Verdict } from '#contract/rules.ts'
import type { ReviewItem as Item } from '#contract/schemas/moderation.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { LogEntry } from './LogEntry.tsx'
import { ReasonField } from './ReasonField.tsx'
import { ReviewContent } from './ReviewContent.tsx'
import styles from './Review.module.css'

interface ReviewItemProps {
  item: Item
  /** Read-only mode. */
  disabled: boolean
  /** Resolves when the queue shows the outcome. */
  onDecide: (verdict: Verdict, reason: string) => Promise<void>
  /** Focuses another item: 1 the next, -1 the previous. */
  onMove: (step: 1 | -1) => void
  /** Undoes the latest decision. */
  onUndo: () => void
}

const keysOfVerdicts: Readonly<Record<string, Verdict>> = { p: 'publish', r: 'return', d: 'dismiss', x: 'delete' }

/** One playlist, post or comment with everything needed to decide, and the buttons to decide. */
export function ReviewItem({ item, disabled, onDecide, onMove, onUndo }: ReviewItemProps) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const element = useRef<HTMLLIElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const allowed: readonly Verdict[] = verdicts[idKind(item.id)!]

  async function decide(verdict: Verdict): Promise<void> {
    if (busy || disabled || !allowed.includes(verdict)) return
    if (verdict === 'return' && reason.trim() === '') {
      setProblem(messages.returnReasonRequired)
      field.current?.focus()
      return
    }
    setBusy(true)
    await onDecide(verdict, reason.trim())
    setBusy(false)
  }

  /** Shortcuts of the focused item. Its fields and buttons have their own keys. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== element.current || event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    const verdict = keysOfVerdicts[key]
    if (key === 'j' || key === 'arrowdown') onMove(1)
    else if (key === 'k' || key === 'arrowup') onMove(-1)
    else if (key === 'u') onUndo()
    else if (verdict !== undefined && allowed.includes(verdict)) void decide(verdict)
    else return
    event.preventDefault()
  }

  return (
    <li ref={element} className={styles.item} data-id={item.id} tabIndex={0} aria-labelledby={id} onKeyDown={onKeyDown}>
      <ReviewContent item={item} headingId={id} />
      <p className={styles.soft}>
        {item.author ? (
          <>
            <Link href={`/p/${item.author.uid}`}>{item.author.name}</Link>
            {` · ${t.admin.review.joined} `}
            <TimeAgo instant={item.author.creationDate} />
            {` · ${t.admin.review.playlists(item.author.createdBeadCount)} · ${t.common.posts(item.author.createdPostCount)}`}
          </>
        ) : (
          t.admin.deletedAccount
        )}
        {` · ${t.admin.review.waits} `}
        <TimeAgo instant={item.since} />
      </p>
      {item.earlier.length > 0 && (
        <details>
          <summary>{t.admin.review.earlier(item.earlier.length)}</summary>
          <ul className={styles.plainList}>
            {item.earlier.map((entry) => (
              <LogEntry key={entry.id} entry={entry} />
            ))}
          </ul>
        </details>
      )}
      <ReasonField
        ref={field}
        label={item.bead ? t.admin.review.reasonOfBead : t.admin.review.reason}
        value={reason}
        error={problem}
        onChange={(given) => {
          setReason(given)
          setProblem(null)
        }}
      />
      <div className={styles.buttons}>
        {allowed.map((verdict) => (
          <Button
            key={verdict}
            kind={verdict === 'delete' ? 'plain' : verdict === 'return' ? 'quiet' : 'primary'}
            disabled={disabled || busy}
            onClick={() => void decide(verdict)}
          >
            {t.admin.review.verdicts[verdict]}
          </Button>
        ))}
      </div>
    </li>
  )
}
