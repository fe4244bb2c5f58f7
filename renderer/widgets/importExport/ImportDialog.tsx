import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { useUnsaved } from '#ui/useUnsaved.tsx'
import { FilePlace } from './FilePlace.tsx'
import { freshOf, Preview } from './Preview.tsx'
import { ReportText } from './ReportText.tsx'
import { titleOf } from './titleOf.ts'
import { useImport, type Begun } from './useImport.ts'
import { useTitle } from './useTitle.ts'
import styles from './ImportDialog.module.css'

interface ImportDialogProps {
  /** Import target; null creates a new playlist. */
  bead: Bead | null
  begun?: Begun
  /** Called once the new playlist exists, even if the import of its posts fails later. */
  onMade?: () => void
  /** `made`: the playlist that was created, null if none. */
  onClose: (made: Bead | null) => void
}

/** Imports an exported file into a playlist: preview, import, report with unmatched entries (BY11). */
export default function ImportDialog({ bead, begun = {}, onMade, onClose }: ImportDialogProps) {
  const [open, setOpen] = useState(true)
  const [, navigate] = useLocation()
  const state = useImport(bead, onMade)
  const { phase, file, preview, report, problem, titleProblem, made, busy } = state
  const title = useTitle(begun.title ?? '')
  const place = useRef<HTMLDivElement>(null)
  const titleField = useRef<HTMLInputElement>(null)
  const asksTitle = phase === 'preview' && made === null
  const { mayClose, question } = useUnsaved({
    busy,
    dirty: asksTitle && title.typed,
    onClose: () => setOpen(false),
    onDiscard: title.forget,
  })

  // Move the focus on each phase change: the focused element was removed.
  const shown = useRef(phase)
  useEffect(() => {
    if (shown.current === phase) return
    shown.current = phase
    if (phase === 'stopping') return
    const field = asksTitle && !matchMedia('(pointer: coarse)').matches ? titleField.current : null
    ;(field ?? place.current)?.focus()
  }, [phase, asksTitle])
  useEffect(() => {
    if (titleProblem !== null) titleField.current?.focus()
  }, [titleProblem])

  const take = async (chosen: File | null) => {
    if (!chosen || busy) return
    const found = await state.take(chosen)
    if (found && made === null) title.suggest(chosen.name, found.title ?? titleOf(chosen.name))
  }
  const start = async () => {
    if (!busy && (await state.start(title.value, begun))) title.forget()
  }
  const leave = () => {
    setOpen(false)
    if (made) navigate(made.href)
  }
  const fresh = preview ? freshOf(preview) : 0
  return (
    <Dialog
      open={open}
      size="medium"
      title={bead ? t.importing.title : t.importing.newTitle}
      description={bead ? bead.title : (made?.title ?? t.importing.newText)}
      initialFocus={place}
      view={phase}
      canClose={mayClose}
      onClose={() => setOpen(false)}
      onClosed={() => onClose(bead ? null : made)}
      actions={
        phase === 'working' || phase === 'stopping' ? (
          <Button
            busy={phase === 'stopping'}
            aria-label={phase === 'stopping' ? t.importing.stopping : t.importing.stop}
            onClick={state.stop}
          >
            {t.importing.stop}
          </Button>
        ) : (
          <>
            <Button kind="plain" disabled={busy} onClick={() => mayClose() && setOpen(false)}>
              {phase === 'report' ? t.common.close : t.common.cancel}
            </Button>
            {phase === 'report' && !bead && (
              <Button kind={report?.next === null ? 'primary' : 'quiet'} onClick={leave}>
                {t.importing.open}
              </Button>
            )}
            {phase === 'report' && report && report.next !== null && (
              <Button kind="primary" onClick={() => void state.goOn()}>
                {t.importing.goOn}
              </Button>
            )}
            {(phase === 'preview' || phase === 'starting') && preview && (fresh > 0 || preview.next !== null) && (
              <Button kind="primary" busy={phase === 'starting'} onClick={() => void start()}>
                {preview.next === null ? t.importing.start(fresh) : t.importing.startAll(preview.total)}
              </Button>
            )}
          </>
        )
      }
    >
      <div ref={place} tabIndex={-1} className={styles.box}>
        {(phase === 'choose' || phase === 'preview' || phase === 'report') && (
          <FilePlace done={phase === 'report'} small={phase === 'preview'} onFile={take} />
        )}
        {phase === 'reading' && file && <Working text={t.importing.reading(file.name)} />}
        {phase === 'starting' && file && <Working text={t.importing.working(file.name)} />}
        {(phase === 'working' || phase === 'stopping') && file && report && (
          <Working
            text={phase === 'stopping' ? t.importing.stopping : t.importing.working(file.name)}
            {...(report.total > (report.next ?? 0) && { done: report.next ?? 0, of: report.total })}
          />
        )}
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        {asksTitle && (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void start()
            }}
          >
            <Field
              ref={titleField}
              label={t.importing.called}
              placeholder={t.creator.placeholder}
              hint={t.importing.calledHint}
              value={title.value}
              autoComplete="off"
              error={titleProblem}
              onChange={({ currentTarget }) => {
                title.change(currentTarget.value)
                state.clearTitleProblem()
              }}
            />
          </form>
        )}
        <div role="status">
          {phase === 'preview' && file && preview && <Preview.Summary name={file.name} preview={preview} />}
          {phase === 'report' && report && <ReportText report={report} />}
        </div>
        {phase === 'preview' && preview && <Preview.List preview={preview} onMore={state.showMore} />}
        {phase === 'report' && report && report.failed.length > 0 && (
          <ul className={styles.failed} tabIndex={0} aria-label={t.importing.failed(report.failed.length)}>
            {report.failed.map(({ line, title: name, reason }, index) => (
              <li key={index}>
                <span className={styles.about}>{t.importing.line(line)}</span> <b>{name}</b> <span className={styles.about}>{reason}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {question}
    </Dialog>
  )
}

/** Import progress; indeterminate without numbers. */
function Working({ text, done, of }: { text: string; done?: number; of?: number }) {
  return (
    <div className={styles.work}>
      <p>{text}</p>
      <progress className={styles.bar} aria-label={text} {...(of !== undefined && { value: done, max: of })} />
      {of !== undefined && <p className={styles.about}>{t.importing.progress(done ?? 0, of)}</p>}
    </div>
  )
}
