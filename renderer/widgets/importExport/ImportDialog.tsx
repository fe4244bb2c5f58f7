import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useUnsaved } from '#ui/useUnsaved.tsx'
import { FailedEntries } from './FailedEntries.tsx'
import { FileInput } from './FileInput.tsx'
import { titleOf } from './fileTitle.ts'
import { ImportActions } from './ImportActions.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { Preview } from './Preview.tsx'
import { ReportText } from './ReportText.tsx'
import { TitleForm } from './TitleForm.tsx'
import { useImport, type BeadDefaults } from './useImport.ts'
import { usePhaseFocus } from './usePhaseFocus.ts'
import { useTitle } from './useTitle.ts'
import styles from './ImportDialog.module.css'

interface ImportDialogProps {
  /** Import target; null creates a new playlist. */
  bead: Bead | null
  /** Values already entered for a new playlist. */
  defaults?: BeadDefaults
  /** Called once the new playlist exists, even if the import of its posts fails later. */
  onCreated?: () => void
  /** `created`: the new playlist; null if none was created. */
  onClose: (created: Bead | null) => void
}

/** Imports the file of another program into a playlist: preview, import, report with the failed entries (BY11). */
export default function ImportDialog({ bead, defaults = {}, onCreated, onClose }: ImportDialogProps) {
  const [open, setOpen] = useState(true)
  const [, navigate] = useLocation()
  const state = useImport(bead, onCreated)
  const { phase, file, preview, report, problem, titleProblem, target, needsTitle, busy } = state
  const title = useTitle(defaults.title ?? '')
  const content = useRef<HTMLDivElement>(null)
  const titleField = useRef<HTMLInputElement>(null)
  const close = () => setOpen(false)
  const { mayClose, question } = useUnsaved({
    busy,
    dirty: needsTitle && title.typed,
    onClose: close,
    onDiscard: title.discardDraft,
  })
  usePhaseFocus(state, { content, titleField })

  const selectFile = async (chosen: File | null) => {
    if (!chosen || busy) return
    const found = await state.selectFile(chosen)
    if (found && target === null) title.suggest(chosen.name, found.title ?? titleOf(chosen.name))
  }
  const start = async () => {
    if (!busy && (await state.start(title.value, defaults))) title.discardDraft()
  }
  return (
    <Dialog
      open={open}
      size="medium"
      title={bead ? t.importing.title : t.importing.newTitle}
      description={bead ? bead.title : (target?.title ?? t.importing.newText)}
      initialFocus={content}
      view={phase}
      canClose={mayClose}
      onClose={close}
      onClosed={() => onClose(bead ? null : target)}
      actions={
        <ImportActions
          state={state}
          canOpen={!bead}
          onClose={() => mayClose() && close()}
          onOpen={() => {
            close()
            if (target) navigate(target.href)
          }}
          onStart={() => void start()}
        />
      }
    >
      <div ref={content} tabIndex={-1} className={styles.box}>
        {(phase === 'choose' || phase === 'preview' || phase === 'report') && (
          <FileInput done={phase === 'report'} small={phase === 'preview'} onFile={selectFile} />
        )}
        <ImportProgress state={state} />
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        {needsTitle && (
          <TitleForm
            ref={titleField}
            value={title.value}
            error={titleProblem}
            onChange={(value) => {
              title.change(value)
              state.clearTitleProblem()
            }}
            onSubmit={() => void start()}
          />
        )}
        <div role="status">
          {phase === 'preview' && file && preview && <Preview.Summary name={file.name} preview={preview} />}
          {phase === 'report' && report && <ReportText report={report} />}
        </div>
        {phase === 'preview' && preview && <Preview.List preview={preview} onMore={state.showMore} />}
        {phase === 'report' && report && report.failed.length > 0 && <FailedEntries failed={report.failed} />}
      </div>
      {question}
    </Dialog>
  )
}
