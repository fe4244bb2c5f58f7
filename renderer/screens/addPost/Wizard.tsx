import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DraftNotice } from '#ui/DraftNotice.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Shake } from '#ui/Shake.tsx'
import { useUnsaved } from '#ui/useUnsaved.tsx'
import { ChallengeChoice } from './AskChallenge.tsx'
import { BeadStep } from './BeadStep.tsx'
import { Duplicate } from './Duplicate.tsx'
import type { TargetBead } from './form.ts'
import { InfoStep } from './InfoStep.tsx'
import { back, nextText, stepsOf, type Mode } from './machine.ts'
import { MediaStep } from './MediaStep.tsx'
import { Preview } from './Preview.tsx'
import { Rail } from './Rail.tsx'
import { useMedium } from './useMedium.ts'
import { useSend } from './useSend.ts'
import { useWizard, type WizardInput } from './useWizard.ts'
import { TextField, WriteStep } from './WriteStep.tsx'
import styles from './Wizard.module.css'

const ChallengeSteps = lazyComponent(() => import('./ChallengeSteps.tsx'))

interface WizardProps extends Omit<WizardInput, 'bead' | 'mode'> {
  mode: Exclude<Mode, 'challenge'>
  bead: (WizardInput['bead'] & Partial<Bead>) | null
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** The wizard: steps (B2, B4), then a preview, then sending. */
export function Wizard({ open, onClose, onClosed, ...input }: WizardProps) {
  const { bead, post, me } = input
  const id = useId()
  const wizard = useWizard(input)
  const medium = useMedium(wizard, bead?.category, post)
  const { send, busy, openExisting } = useSend(wizard, medium, post, onClose)
  const { form, facts, problems, failure, restored } = wizard
  const { mayClose, question } = useUnsaved({ busy, dirty: wizard.dirty, onClose, onDiscard: wizard.finish })
  const [isReport, setReport] = useState(false)
  const nextButton = useRef<HTMLButtonElement>(null)
  const body = useRef<HTMLFormElement>(null)

  const firstField = useMemo(
    () => ({
      get current() {
        return initialFocusOf(body.current)
      },
    }),
    [],
  )
  useStepFocus(body, `${form.step} ${String(form.preview)} ${wizard.formKey}`)
  useEffect(() => {
    if (wizard.refusals > 0) body.current?.querySelector<HTMLElement>('[aria-invalid="true"], [aria-invalid="true"] input')?.focus()
  }, [wizard.refusals])
  const hasWriteStep = stepsOf(facts).includes('write')
  useEffect(() => {
    if (hasWriteStep) TextField.preload()
  }, [hasWriteStep])
  // Focus the next button when a medium has been found, so that Enter continues.
  const chosen = form.media?.href
  const lastChosen = useRef(chosen)
  useLayoutEffect(() => {
    if (chosen !== undefined && chosen !== lastChosen.current && form.step === 'media') nextButton.current?.focus()
    lastChosen.current = chosen
  }, [chosen, form.step])

  const submitStep = (changes?: Parameters<typeof wizard.advance>[0]) => {
    if (busy) return
    if (wizard.advance(changes) === 'send') void send(changes)
  }
  const chooseBead = (place: TargetBead) => {
    submitStep({ bead: place, repeat: false })
    if (form.mode === 'add') void medium.checkDuplicate(place.id)
  }
  const startOver = () => {
    // Abort the running lookup: its result would fill the emptied form.
    medium.clear()
    wizard.startOver()
  }
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
      initialFocus={firstField}
      view={step}
      actions={
        isReport ? (
          <Button kind="primary" onClick={() => mayClose() && onClose()}>
            {t.common.close}
          </Button>
        ) : (
          <div className={styles.actions}>
            <Button kind="plain" disabled={busy} onClick={() => mayClose() && onClose()}>
              {t.common.cancel}
            </Button>
            <span className={styles.gap} />
            {back(form, facts) !== null && (
              <Button disabled={busy} onClick={wizard.goBack}>
                {t.wizard.back}
              </Button>
            )}
            <Button ref={nextButton} kind="primary" type="submit" form={id} busy={busy || medium.lookup.state === 'looking'}>
              {t.wizard[nextText(form, facts)]}
            </Button>
          </div>
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
          <section key={step} aria-labelledby={`${id}-step`} className={styles.step}>
            <h3 id={`${id}-step`} className={styles.heading} tabIndex={-1} data-heading>
              {step === 'preview' ? t.wizard.previewTitle : t.wizard.steps[form.mode === 'edit' ? 'edit' : 'add'][step]}
            </h3>
            {step === 'media' && form.mode !== 'edit' && bead && <ChallengeChoice wizard={wizard} tags={bead.tags ?? []} />}
            {step === 'media' && (
              <MediaStep wizard={wizard} medium={medium} initialBead={bead} onClose={onClose} onReportChange={setReport} />
            )}
            {step === 'bead' && (
              <BeadStep
                me={me}
                value={form.bead}
                {...(form.mode === 'repost' && { repost: post! })}
                error={problems.bead}
                onChoose={chooseBead}
              />
            )}
            {step === 'info' && <InfoStep wizard={wizard} medium={medium} bead={form.bead?.id ?? null} />}
            {step === 'write' && <WriteStep wizard={wizard} me={me} />}
            {(step === 'student' || step === 'teacher' || step === 'confirm') && (
              <ChallengeSteps step={step} wizard={wizard} tags={bead?.tags ?? []} />
            )}
            {step === 'preview' && <Preview form={form} post={post} picture={wizard.picture} />}
          </section>
          {failure !== null && (
            <p role="alert" className={styles.failed}>
              {failure}
            </p>
          )}
        </form>
      </Shake>
      {question}
      <Duplicate
        open={medium.repeat !== null}
        post={medium.repeat?.post}
        onPostAnyway={() => {
          const wasSent = medium.repeat?.sent === true
          medium.dismiss()
          wizard.change({ repeat: true })
          if (wasSent) void send({ repeat: true })
        }}
        onOpen={openExisting}
        onCancel={() => {
          // Before sending, cancel removes the chosen medium; after a refused send the form stays.
          if (medium.repeat?.sent === false && form.step === 'media') medium.remove()
          else medium.dismiss()
        }}
        finalFocus={() =>
          (wizard.form.step === 'media' && wizard.form.media === null ? body.current?.querySelector<HTMLElement>('[type=search]') : null) ??
          nextButton.current
        }
      />
    </Dialog>
  )
}

/** The initial focus of a step: its first field, or its heading on touch screens, where the keyboard would cover the step. */
function initialFocusOf(step: HTMLElement | null): HTMLElement | null {
  const heading = step?.querySelector<HTMLElement>('[data-heading]') ?? null
  if (matchMedia('(pointer: coarse)').matches) return heading
  return step?.querySelector<HTMLElement>('input[type=search], input[type=text], input[type=email], [contenteditable=true]') ?? heading
}

/** Moves the focus when the step changes. The dialog sets the initial focus. */
function useStepFocus(body: { current: HTMLFormElement | null }, step: string): void {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    initialFocusOf(body.current)?.focus()
  }, [body, step])
}
