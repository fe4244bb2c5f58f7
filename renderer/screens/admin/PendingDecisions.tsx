import { useEffect, useEffectEvent, useState } from 'react'
import type { Decision } from '#contract/schemas/moderation.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import styles from './Review.module.css'

interface PendingProps {
  decisions: Decision[]
  onUndo: (id: string) => void
  /** A decision takes effect. */
  onDue: (id: string) => void
}

/** The viewer's decisions that can still be undone. */
export function PendingDecisions({ decisions, onUndo, onDue }: PendingProps) {
  return (
    <ul className={styles.pending} aria-label={t.admin.review.pending}>
      {decisions.map((decision) => (
        <PendingDecision
          key={`${decision.id} ${decision.dueDate}`}
          decision={decision}
          onUndo={() => onUndo(decision.id)}
          onDue={() => onDue(decision.id)}
        />
      ))}
    </ul>
  )
}

function PendingDecision({
  decision: { verdict, title, remainingMs },
  onUndo,
  onDue,
}: {
  decision: Decision
  onUndo: () => void
  onDue: () => void
}) {
  // The clock of the page can differ from the server's, so only durations count. `performance.now()` never jumps.
  const [end] = useState(() => performance.now() + remainingMs)
  const [seconds, setSeconds] = useState(() => Math.ceil(remainingMs / 1000))
  const whenDue = useEffectEvent(onDue)
  useEffect(() => {
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000))
      setSeconds(left)
      if (left > 0) return
      clearInterval(timer)
      whenDue()
    }, 1000)
    return () => clearInterval(timer)
  }, [end])
  return (
    <li className={styles.pendingItem}>
      <span>
        {t.admin.review.decided[verdict]} <strong>{title}</strong>
      </span>
      <span className={styles.soft} aria-hidden="true">
        {t.admin.review.secondsLeft(seconds)}
      </span>
      <Button size="small" onClick={onUndo}>
        {t.admin.review.undo}
      </Button>
    </li>
  )
}
