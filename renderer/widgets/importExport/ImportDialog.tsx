import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { useUnsaved } from '#ui/useUnsaved.tsx'
import { FileInput } from './FileInput.tsx'
import { countNew, Preview } from './Preview.tsx'
import { ReportText } from './ReportText.tsx'
import { titleOf } from './fileTitle.ts'
import { useImport, type BeadDefaults } from './useImport.ts'
import { useTitle } from './useTitle.ts'
import styles from './ImportDialog.module.css'

interface ImportDialogProps {
  /** Import target; null creates a new playlist. */
  bead: Bead | null
  defaults?: BeadDefaults
  /** Called once the new playlist exists, even if the import of its posts fails later. */
  onCreated?: () => void
  /** `created`: the new playlist; null if none was created. */
  onClose: (created: Bead | null) => void
}

/** Imports an exported file into a playlist: preview, import, report with unmatched entries (BY11). */
export default function ImportDialog({ bead, defaults = {}, onCreated, onClose }: ImportDialogProps) {
  const [open, setOpen] = useState(true)
  const [, navigate] = useLocation()
  const state = useImport(bead, onCreated)
  const { phase, file, preview, report, problem, titleProblem, created, busy } = state
  const title = useTitle(defaults.title ?? '')
  const content = useRef<HTMLDivElement>(null)
  const titleField = useRef<HTMLInputElement>(null)
  const needsTitle = phase === 'preview' && created === null
  const { mayClose, question } = useUnsaved({
    busy,
    dirty: needsTitle && title.typed,
    onClose: () => setOpen(false),
    onDiscard: title.discardDraft,
  })

  // Move the focus on each phase change: the focused element was removed.
  const previousPhase = useRef(phase)
  useEffect(() => {
    if (previousPhase.current === phase) return
    previousPhase.current = phase
    if (phase === 'stopping') return
    const field = needsTitle && !matchMedia('(pointer: coarse)').matches ? titleField.current : null
    ;(field ?? content.current)?.focus()
  }, [phase, needsTitle])
  useEffect(() => {
    if (titleProblem !== null) titleField.current?.focus()
  }, [titleProblem])

  const selectFile = async (chosen: File | null) => {
    if (!chosen || busy) return
    const found = await state.selectFile(chosen)
    if (found && created === null) title.suggest(chosen.name, found.title ?? titleOf(chosen.name))
  }
  const start = async () => {
    if (!busy && (await state.start(title.value, defaults))) title.discardDraft()
  }
  const openBead = () => {
    setOpen(false)
    if (created) navigate(created.href)
  }
  const newCount = preview ? countNew(preview) : 0
  return (
    <Dialog
      open={open}
      size="medium"
      title={bead ? t.importing.title : t.importing.newTitle}
      description={bead ? bead.title : (created?.title ?? t.importing.newText)}
      initialFocus={content}
      view={phase}
      canClose={mayClose}
      onClose={() => setOpen(false)}
      onClosed={() => onClose(bead ? null : created)}
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
              <Button kind={report?.next === null ? 'primary' : 'quiet'} onClick={openBead}>
                {t.importing.open}
              </Button>
            )}
            {phase === 'report' && report && report.next !== null && (
              <Button kind="primary" onClick={() => void state.resume()}>
                {t.importing.goOn}
              </Button>
            )}
            {(phase === 'preview' || phase === 'starting') && preview && (newCount > 0 || preview.next !== null) && (
              <Button kind="primary" busy={phase === 'starting'} onClick={() => void start()}>
                {preview.next === null ? t.importing.start(newCount) : t.importing.startAll(preview.total)}
              </Button>
            )}
          </>
        )
      }
    >
      <div ref={content} tabIndex={-1} className={styles.box}>
        {(phase === 'choose' || phase === 'preview' || phase === 'report') && (
          <FileInput done={phase === 'report'} small={phase === 'preview'} onFile={selectFile} />
        )}
        {phase === 'reading' && file && <Progress text={t.importing.reading(file.name)} />}
        {phase === 'starting' && file && <Progress text={t.importing.working(file.name)} />}
        {(phase === 'working' || phase === 'stopping') && file && report && (
          <Progress
            text={phase === 'stopping' ? t.importing.stopping : t.importing.working(file.name)}
            {...(report.total > (report.next ?? 0) && { done: report.next ?? 0, of: report.total })}
          />
        )}
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        {needsTitle && (
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
function Progress({ text, done, of }: { text: string; done?: number; of?: number }) {
  return (
    <div className={styles.work}>
      <p>{text}</p>
      <progress className={styles.bar} aria-label={text} {...(of !== undefined && { value: done, max: of })} />
      {of !== undefined && <p className={styles.about}>{t.importing.progress(done ?? 0, of)}</p>}
    </div>
  )
}
