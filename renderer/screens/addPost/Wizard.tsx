import { useEffect, useId, useState } from 'react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DraftNotice } from '#ui/DraftNotice.tsx'
import { Shake } from '#ui/Shake.tsx'
import { useUnsaved } from '#ui/useUnsaved.tsx'
import { DuplicateDialog } from './DuplicateDialog.tsx'
import type { TargetBead } from './form.ts'
import { stepsOf, type Mode } from './machine.ts'
import { Rail } from './Rail.tsx'
import { useMedium } from './useMedium.ts'
import { useSend } from './useSend.ts'
import { useWizard, type WizardInput } from './useWizard.ts'
import { useWizardFocus } from './useWizardFocus.ts'
import { WizardActions } from './WizardActions.tsx'
import { WizardStep } from './WizardStep.tsx'
import { TextField } from './WriteStep.tsx'
import styles from './Wizard.module.css'

interface WizardProps extends Omit<WizardInput, 'bead' | 'mode'> {
  mode: Exclude<Mode, 'challenge'>
  bead: (WizardInput['bead'] & Partial<Bead>) | null
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** The dialog of the wizard: steps (B2, B4), then a preview, then sending. */
export function Wizard({ open, onClose, onClosed, ...input }: WizardProps) {
  const { bead, post } = input
  const id = useId()
  const wizard = useWizard(input)
  const medium = useMedium(wizard, bead?.category, post)
  const { send, busy, openExisting } = useSend(wizard, medium, post, onClose)
  const { form, facts, failure, restored } = wizard
  const { mayClose, question } = useUnsaved({ busy, dirty: wizard.dirty, onClose, onDiscard: wizard.finish })
  // Whether the report on several posted links is shown, which has no next step.
  const [isReport, setReport] = useState(false)
  const { body, nextButton, initialFocus, focusAfterDuplicate } = useWizardFocus(wizard)
  const hasWriteStep = stepsOf(facts).includes('write')
  useEffect(() => {
    if (hasWriteStep) TextField.preload()
  }, [hasWriteStep])

  /** Applies the changes, then goes to the next step, or sends the form after the last one. */
  const submitStep = (changes?: Parameters<typeof wizard.advance>[0]) => {
    if (busy) return
    if (wizard.advance(changes) === 'send') void send(changes)
  }
  const chooseBead = (target: TargetBead) => {
    submitStep({ bead: target, repeat: false })
    // The lookup of the medium could not check this, since the playlist was unknown.
    if (form.mode === 'add') void medium.checkDuplicate(target.id)
  }
  const startOver = () => {
    // Abort the running lookup: its result would fill the emptied form.
    medium.clear()
    wizard.startOver()
  }
  const postAnyway = () => {
    const wasSent = medium.duplicate?.sent === true
    medium.dismiss()
    wizard.change({ repeat: true })
    if (wasSent) void send({ repeat: true })
  }
  const cancelDuplicate = () => {
    // In the media step, cancel removes the medium just chosen. Elsewhere, and after a refused send, the form stays as
    // it is.
    if (medium.duplicate?.sent === false && form.step === 'media') medium.remove()
    else medium.dismiss()
  }
  const closeIfAllowed = () => mayClose() && onClose()
  const step = form.preview ? 'preview' : form.step
  return (
    <Dialog
      open={open}
      size="large"
      title={t.wizard.titles[form.mode]}
      description={(form.mode === 'add' || form.mode === 'challenge') && bead ? t.wizard.into(bead.title) : undefined}
      onClose={onClose}
      canClose={mayClose}
      onClosed={onClosed}
      initialFocus={initialFocus}
      view={step}
      actions={
        isReport ? (
          <Button kind="primary" onClick={closeIfAllowed}>
            {t.common.close}
          </Button>
        ) : (
          <WizardActions
            wizard={wizard}
            formId={id}
            isSending={busy}
            isLookingUp={medium.lookup.state === 'looking'}
            nextButton={nextButton}
            onCancel={closeIfAllowed}
          />
        )
      }
    >
      <Rail wizard={wizard} />
      {restored && <DraftNotice onStartOver={startOver} />}
      <Shake count={wizard.refusals}>
        <form
          ref={body}
          id={id}
          key={wizard.formKey}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submitStep()
          }}
        >
          <WizardStep
            key={step}
            step={step}
            wizard={wizard}
            medium={medium}
            bead={bead}
            post={post}
            onChooseBead={chooseBead}
            onClose={onClose}
            onReportChange={setReport}
          />
          {failure !== null && (
            <p role="alert" className={styles.failed}>
              {failure}
            </p>
          )}
        </form>
      </Shake>
      {question}
      <DuplicateDialog
        open={medium.duplicate !== null}
        post={medium.duplicate?.post}
        onPostAnyway={postAnyway}
        onOpen={openExisting}
        onCancel={cancelDuplicate}
        finalFocus={focusAfterDuplicate}
      />
    </Dialog>
  )
}
