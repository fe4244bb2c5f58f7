import { useEffect, useEffectEvent, useState } from 'react'
import type { Decision } from '#contract/schemas/moderation.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import styles from './Review.module.css'

const secondsUntil = (instant: string): number => Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1000))

/** The viewer's decisions that can still be undone. */
export function PendingDecisions({ decisions, onUndo, onDue }: { decisions: Decision[]; onUndo: (id: string) => void; onDue: () => void }) {
  return (
    <ul className={styles.pending} aria-label={t.admin.review.pending}>
      {decisions.map((decision) => (
        <PendingDecision key={decision.id} decision={decision} onUndo={() => onUndo(decision.id)} onDue={onDue} />
      ))}
    </ul>
  )
}

function PendingDecision({
  decision: { verdict, title, dueDate },
  onUndo,
  onDue,
}: {
  decision: Decision
  onUndo: () => void
  onDue: () => void
}) {
  const [seconds, setSeconds] = useState(() => secondsUntil(dueDate))
  const whenDue = useEffectEvent(onDue)
  useEffect(() => {
    const timer = setInterval(() => {
      const left = secondsUntil(dueDate)
      setSeconds(left)
      if (left > 0) return
      clearInterval(timer)
      whenDue()
    }, 1000)
    return () => clearInterval(timer)
  }, [dueDate])
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
