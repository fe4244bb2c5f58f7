import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { Check, CircleAlert, CopyCheck, SearchX, Unlink } from 'lucide-react'
import { isFailure, useAddPostMutation } from '#data/index.ts'
import { useLinkInfoMutation } from '#data/postWizard.ts'
import type { Me } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useKeptFocus } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { BeadStep } from './BeadStep.tsx'
import { isRetryable, unpostedLines, postLink, rowsOf, tallyOf, pauseText, type BulkCalls, type Outcome, type Row } from './bulk.ts'
import type { TargetBead } from './form.ts'
import { maxLinks, splitBatch, type Entry } from './links.ts'
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
  onReportChange: (visibleRows: boolean) => void
}

/** Posts several pasted links, one post per link, and reports the outcome of each. */
export default function BulkPaste({
  entries,
  initialBead: initialBead,
  me,
  onUnposted: onUnposted,
  onDone,
  onClose: onClose,
  onReportChange: onReportChange,
}: BulkPasteProps) {
  const [bead, setBead] = useState<TargetBead | null>(initialBead)
  const [rows, setRows] = useState<readonly Row[]>([])
  const [running, setRunning] = useState(false)
  const [pause, setPause] = useState<number | null>(null)
  const latestRows = useRef(rows)
  const isUnmounted = useRef(false)
  const abortController = useRef<AbortController | null>(null)
  const [checkAddressKnown] = useLinkInfoMutation()
  const [add] = useAddPostMutation()
  // Abort the batch when the dialog closes.
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      abortController.current?.abort()
    }
  }, [])

  const section = useRef<HTMLElement>(null)
  useKeptFocus(section, () => section.current?.querySelector('button:not(:disabled)') ?? section.current)

  const { batch: taken, rest } = splitBatch(entries)
  const visibleRows: readonly Row[] = rows.length > 0 ? rows : rowsOf(taken)
  const tally = tallyOf(visibleRows)

  const run = async (targets: readonly Row[], anyway: boolean) => {
    if (running || bead === null) return
    const beadId = bead.id
    const abort = new AbortController()
    abortController.current = abort
    setRunning(true)
    latestRows.current = visibleRows
    const recordOutcome = (link: string, outcome: Outcome) => {
      // After unmount the text in the box belongs to the member's next input.
      if (isUnmounted.current) return
      latestRows.current = latestRows.current.map((row) => (row.link === link ? { link, outcome } : row))
      setRows(latestRows.current)
      onUnposted([...unpostedLines(latestRows.current), ...rest.map(({ text }) => text)])
    }
    const calls: BulkCalls = {
      checkAddress: async (link) => {
        await checkAddressKnown({ query: { url: link } }).unwrap()
      },
      post: async (link, repeat) => {
        const { post } = await add({ params: { id: beadId }, body: { media: { href: link }, repeat } }).unwrap()
        return { href: post.href, title: post.title }
      },
      isFailure,
    }
    const wait = (ms: number) =>
      new Promise<void>((resolve) => {
        setPause(ms)
        const end = () => {
          clearTimeout(timer)
          setPause(null)
          resolve()
        }
        const timer = setTimeout(end, ms)
        abort.signal.addEventListener('abort', end)
      })
    // One at a time: keeps the pasted order and limits the load on the media sources.
    for (const { link } of targets) {
      if (abort.signal.aborted) break
      recordOutcome(link, { state: 'working' })
      recordOutcome(link, await postLink(link, anyway, calls, wait, abort.signal))
    }
    if (abortController.current === abort) setRunning(false)
  }
  const enterMoreLinks = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const { form } = currentTarget
    onDone()
    form?.querySelector<HTMLElement>('[type=search]')?.focus()
  }
  const stop = () => {
    abortController.current?.abort()
    setRunning(false)
  }

  const retryable = visibleRows.filter(isRetryable)
  const hasStarted = rows.length > 0
  const isReport = hasStarted && !running
  const latestOnReport = useRef(onReportChange)
  useEffect(() => {
    latestOnReport.current = onReportChange
  })
  useEffect(() => {
    latestOnReport.current(isReport)
    return () => latestOnReport.current(false)
  }, [isReport])
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
          {retryable.length > 0 && !running && (
            <Button kind="primary" onClick={() => void run(retryable, false)}>
              {hasStarted ? t.bulk.retry(retryable.length) : t.bulk.start(retryable.length, bead.title)}
            </Button>
          )}
          {running && <Button onClick={stop}>{t.bulk.stop}</Button>}
          {hasStarted && !running && (remainingLinks > 0 || retryable.length === 0) && (
            <Button onClick={enterMoreLinks}>{remainingLinks > 0 ? t.bulk.goOn(retryable.length + remainingLinks) : t.bulk.more}</Button>
          )}
          {hasStarted && !running && tally.posted > 0 && (
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
            {pause !== null ? t.bulk.pausing(pauseText(pause)) : running ? t.bulk.working(tally.done, tally.links) : t.bulk.report(tally)}
          </p>
        </>
      )}
      <ul className={styles.rows} aria-label={t.bulk.links}>
        {visibleRows.map((row) => (
          <BulkRow key={row.link} row={row} busy={running || bead === null} onAnyway={() => void run([row], true)} onOpen={onClose} />
        ))}
      </ul>
    </section>
  )
}

function BulkRow({ row, busy, onAnyway, onOpen }: { row: Row; busy: boolean; onAnyway: () => void; onOpen: () => void }) {
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
