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
import { isOpenStill, leftOf, postLink, rowsOf, tallyOf, waitText, type Calls, type Outcome, type Row } from './bulk.ts'
import type { Place } from './form.ts'
import { mostLinks, partsOf, type Entry } from './links.ts'
import styles from './BulkPaste.module.css'

interface BulkPasteProps {
  entries: readonly Entry[]
  known: Place | null
  me: Me
  /** What is not posted yet, line by line, each time that something came of a link. */
  onLeft: (lines: readonly string[]) => void
  /** All that could be done was done: the box is free again, for what is left in it. */
  onDone: () => void
  onLeave: () => void
  /** Whether the report on what was posted is shown. */
  onReport: (shown: boolean) => void
}

/** Several links were pasted: each becomes a post of its own, and what came of it is told. */
export default function BulkPaste({ entries, known, me, onLeft, onDone, onLeave, onReport }: BulkPasteProps) {
  const [bead, setBead] = useState<Place | null>(known)
  const [rows, setRows] = useState<readonly Row[]>([])
  const [running, setRunning] = useState(false)
  const [pause, setPause] = useState<number | null>(null)
  const latest = useRef(rows)
  const gone = useRef(false)
  const stop = useRef<AbortController | null>(null)
  const [know] = useLinkInfoMutation()
  const [add] = useAddPostMutation()
  // What runs is left with the window.
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      stop.current?.abort()
    }
  }, [])

  const part = useRef<HTMLElement>(null)
  useKeptFocus(part, () => part.current?.querySelector('button:not(:disabled)') ?? part.current)

  const { taken, rest } = partsOf(entries)
  const shown: readonly Row[] = rows.length > 0 ? rows : rowsOf(taken)
  const tally = tallyOf(shown)

  const run = async (which: readonly Row[], anyway: boolean) => {
    if (running || bead === null) return
    const into = bead.id
    const abort = new AbortController()
    stop.current = abort
    setRunning(true)
    latest.current = shown
    const note = (link: string, outcome: Outcome) => {
      // Whoever wrote something else into the box meanwhile keeps it.
      if (gone.current) return
      latest.current = latest.current.map((row) => (row.link === link ? { link, outcome } : row))
      setRows(latest.current)
      onLeft([...leftOf(latest.current), ...rest.map(({ text }) => text)])
    }
    const calls: Calls = {
      known: async (link) => {
        await know({ query: { url: link } }).unwrap()
      },
      post: async (link, repeat) => {
        const { post } = await add({ params: { id: into }, body: { media: { href: link }, repeat } }).unwrap()
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
    // One at a time: in the order in which they were pasted, and no burden on whoever is asked about them.
    for (const { link } of which) {
      if (abort.signal.aborted) break
      note(link, { state: 'working' })
      note(link, await postLink(link, anyway, calls, wait, abort.signal))
    }
    if (stop.current === abort) setRunning(false)
  }
  const takeMore = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const { form } = currentTarget
    onDone()
    form?.querySelector<HTMLElement>('[type=search]')?.focus()
  }
  const halt = () => {
    stop.current?.abort()
    setRunning(false)
  }

  const open = shown.filter(isOpenStill)
  const begun = rows.length > 0
  const isReport = begun && !running
  const report = useRef(onReport)
  useEffect(() => {
    report.current = onReport
  })
  useEffect(() => {
    report.current(isReport)
    return () => report.current(false)
  }, [isReport])
  const beyond = rest.filter(({ isLink }) => isLink).length
  const head = [t.bulk.found(tally.links), tally.words > 0 && t.bulk.words(tally.words), beyond > 0 && t.bulk.tooMany(mostLinks, beyond)]
  return (
    <section ref={part} tabIndex={-1} className={styles.bulk} aria-label={t.bulk.title}>
      <p className={styles.head}>{head.filter(Boolean).join(' ')}</p>
      {bead === null && <BeadStep me={me} value={bead} error={undefined} onChoose={setBead} />}
      {bead !== null && (
        <div className={styles.line}>
          {open.length > 0 && !running && (
            <Button kind="primary" onClick={() => void run(open, false)}>
              {begun ? t.bulk.retry(open.length) : t.bulk.start(open.length, bead.title)}
            </Button>
          )}
          {running && <Button onClick={halt}>{t.bulk.stop}</Button>}
          {begun && !running && (beyond > 0 || open.length === 0) && (
            <Button onClick={takeMore}>{beyond > 0 ? t.bulk.goOn(open.length + beyond) : t.bulk.more}</Button>
          )}
          {begun && !running && tally.posted > 0 && (
            <a className={styles.see} href={`/${bead.id}?sort=recent`} onClick={onLeave}>
              {t.bulk.see(bead.title)}
            </a>
          )}
        </div>
      )}
      {begun && (
        <>
          <progress className={styles.progress} max={tally.links} value={tally.done} aria-label={t.bulk.progress} />
          <p role="status" className={styles.small}>
            {pause !== null ? t.bulk.pausing(waitText(pause)) : running ? t.bulk.working(tally.done, tally.links) : t.bulk.report(tally)}
          </p>
        </>
      )}
      <ul className={styles.rows} aria-label={t.bulk.links}>
        {shown.map((row) => (
          <BulkRow key={row.link} row={row} busy={running || bead === null} onAnyway={() => void run([row], true)} onOpen={onLeave} />
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
