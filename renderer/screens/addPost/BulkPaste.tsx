import { useEffect, useRef, useState, type MouseEvent } from 'react'
import type { Me } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import { BeadStep } from './BeadStep.tsx'
import { isRetryable, pauseText, tallyOf } from './bulk.ts'
import { BulkRow } from './BulkRow.tsx'
import type { TargetBead } from './form.ts'
import { maxLinks, type Entry } from './links.ts'
import { useBulkPosting } from './useBulkPosting.ts'
import styles from './BulkPaste.module.css'

interface BulkPasteProps {
  entries: readonly Entry[]
  initialBead: TargetBead | null
  me: Me
  /** Called after each outcome with the lines that are not posted yet. */
  onUnposted: (lines: readonly string[]) => void
  /** Called when the batch is finished, to enter more links. The unposted lines stay in the box. */
  onDone: () => void
  onClose: () => void
  /** Called when the final report appears or disappears. */
  onReportChange: (isShown: boolean) => void
}

/** Posts several pasted links, one post per link, and reports the outcome of each. */
export default function BulkPaste({ entries, initialBead, me, onUnposted, onDone, onClose, onReportChange }: BulkPasteProps) {
  const [bead, setBead] = useState<TargetBead | null>(initialBead)
  const { rows, rest, hasStarted, isRunning, pauseMs, run, stop } = useBulkPosting(entries, bead, onUnposted)
  const section = useRef<HTMLElement>(null)
  useFocusFallback(section, () => section.current?.querySelector('button:not(:disabled)') ?? section.current)
  const isReport = hasStarted && !isRunning
  useReportChange(isReport, onReportChange)

  const enterMoreLinks = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const { form } = currentTarget
    onDone()
    form?.querySelector<HTMLElement>('[type=search]')?.focus()
  }
  const tally = tallyOf(rows)
  const retryable = rows.filter(isRetryable)
  const remainingLinks = rest.filter(({ isLink }) => isLink).length
  const summary = [
    t.bulk.found(tally.links),
    tally.words > 0 && t.bulk.words(tally.words),
    remainingLinks > 0 && t.bulk.tooMany(maxLinks, remainingLinks),
  ]
  return (
    <section ref={section} tabIndex={-1} className={styles.bulk} aria-label={t.bulk.title}>
      <p className={styles.head}>{summary.filter(Boolean).join(' ')}</p>
      {bead === null && <BeadStep me={me} value={bead} error={undefined} onChoose={setBead} />}
      {bead !== null && (
        <div className={styles.line}>
          {retryable.length > 0 && !isRunning && (
            <Button kind="primary" onClick={() => void run(retryable, false)}>
              {hasStarted ? t.bulk.retry(retryable.length) : t.bulk.start(retryable.length, bead.title)}
            </Button>
          )}
          {isRunning && <Button onClick={stop}>{t.bulk.stop}</Button>}
          {isReport && (remainingLinks > 0 || retryable.length === 0) && (
            <Button onClick={enterMoreLinks}>
              {remainingLinks > 0 ? t.bulk.continueWith(retryable.length + remainingLinks) : t.bulk.more}
            </Button>
          )}
          {isReport && tally.posted > 0 && (
            <a className={styles.see} href={`/${bead.id}?sort=recent`} onClick={onClose}>
              {t.bulk.see(bead.title)}
            </a>
          )}
        </div>
      )}
      {hasStarted && (
        <>
          <progress className={styles.progress} max={tally.links} value={tally.done} aria-label={t.bulk.progress} />
          <p role="status" className={styles.small}>
            {pauseMs !== null
              ? t.bulk.pausing(pauseText(pauseMs))
              : isRunning
                ? t.bulk.working(tally.done, tally.links)
                : t.bulk.report(tally)}
          </p>
        </>
      )}
      <ul className={styles.rows} aria-label={t.bulk.links}>
        {rows.map((row) => (
          <BulkRow key={row.link} row={row} busy={isRunning || bead === null} onAnyway={() => void run([row], true)} onOpen={onClose} />
        ))}
      </ul>
    </section>
  )
}

/** Calls `onReportChange` when the report appears, disappears or is unmounted. */
function useReportChange(isReport: boolean, onReportChange: (isShown: boolean) => void): void {
  const latestOnReportChange = useRef(onReportChange)
  useEffect(() => {
    latestOnReportChange.current = onReportChange
  })
  useEffect(() => {
    latestOnReportChange.current(isReport)
    return () => latestOnReportChange.current(false)
  }, [isReport])
}
