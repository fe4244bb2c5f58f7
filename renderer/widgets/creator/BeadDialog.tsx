import { useId, useRef, useState } from 'react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Confirm } from '#ui/Confirm.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { DraftNotice } from '#ui/DraftNotice.tsx'
import { Shake } from '#ui/Shake.tsx'
import { useUnsaved } from '#ui/useUnsaved.tsx'
import { BeadActions } from './BeadActions.tsx'
import { DetailsSlide } from './DetailsSlide.tsx'
import { PictureSlide } from './PictureSlide.tsx'
import { useBackspace } from './useBackspace.ts'
import { useBeadForm } from './useBeadForm.ts'
import type { Finish } from './useSaveBead.ts'
import { useStepFocus } from './useStepFocus.ts'
import styles from './BeadDialog.module.css'

const ImportDialog = lazyComponent(() => import('../importExport/index.ts').then(({ ImportDialog }) => ({ default: ImportDialog })))

interface BeadDialogProps {
  open: boolean
  /** The playlist to edit; null creates one. */
  bead: Bead | null
  onClose: () => void
  /** Called after the closing animation. */
  onClosed?: () => void
  /** Called with the created or edited playlist. */
  onDone: (bead: Bead) => void
}

/** Creates or edits a playlist in two steps: details and picture (C1 to C3). */
export function BeadDialog({ open, bead, onClose, onClosed, onDone }: BeadDialogProps) {
  const id = useId()
  const body = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  /** The confirmation before publishing is open. */
  const [isPublishing, setIsPublishing] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const [pendingFinish, setPendingFinish] = useState<Finish | null>(null)
  const state = useBeadForm(bead, (created) => {
    onClose()
    onDone(created)
  })
  const { form, dirty, busy, slide, refusals, errors, isCropping } = state
  const view = `${slide} ${isCropping}`

  const send = (finish: Finish) => {
    setPendingFinish(finish)
    void state.send(finish)
  }
  const { mayClose, question } = useUnsaved({ busy, dirty, onClose, onDiscard: state.discardDraft })
  /** One step back; on the first step it closes the dialog. */
  const back = () => {
    if (!busy && !state.back() && mayClose()) onClose()
  }
  useStepFocus({ form: body, first, view, isCropStep: isCropping && slide === 2, refusals })
  useBackspace(open, body, back)

  return (
    <Dialog
      open={open}
      size={slide === 2 ? 'large' : 'medium'}
      title={bead ? t.creator.editTitle : t.creator.startTitle}
      description={t.creator.step(slide)}
      onClose={onClose}
      canClose={mayClose}
      onClosed={onClosed}
      initialFocus={first}
      view={view}
      actions={
        <BeadActions
          formId={id}
          state={state}
          bead={bead}
          pendingFinish={pendingFinish}
          onBack={back}
          onFinish={(finish) => (finish === 'publish' ? setIsPublishing(true) : send(finish))}
          onImport={() => setIsImporting(true)}
        />
      }
    >
      <Shake count={refusals} quick>
        <form
          ref={body}
          id={id}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (slide === 1 && !busy) state.next()
          }}
        >
          {bead?.returned && (
            <p className={styles.returned}>
              {t.bead.returnReason} <strong>{bead.returned.reason}</strong>
            </p>
          )}
          {state.restored && <DraftNotice onStartOver={state.startOver} />}
          {slide === 1 ? (
            <DetailsSlide ref={first} state={state} creating={bead === null} />
          ) : (
            <PictureSlide ref={first} state={state} bead={bead} />
          )}
          {errors.form && (
            <p role="alert" className={styles.failed}>
              {errors.form}
            </p>
          )}
          {slide === 2 && !isCropping && (
            <p role="status" className={styles.working}>
              {busy ? t.creator.saving : ''}
            </p>
          )}
        </form>
      </Shake>
      {question}
      {isImporting && (
        <ImportDialog
          bead={null}
          defaults={form}
          onCreated={state.discardDraft}
          onClose={(created) => {
            setIsImporting(false)
            if (created) onClose()
          }}
          {...asWindow({ open: true }, () => setIsImporting(false))}
        />
      )}
      <Confirm
        open={isPublishing}
        title={t.beadActs.publishTitle}
        confirm={t.beadActs.publish}
        onClose={() => setIsPublishing(false)}
        onConfirm={() => send('publish')}
      >
        {t.beadActs.publishText}
      </Confirm>
    </Dialog>
  )
}
