import { useEffect, useId, useRef, useState } from 'react'
import { FileUp } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Confirm } from '#ui/Confirm.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { Icon } from '#ui/Icon.tsx'
import { DraftNotice } from '#ui/DraftNotice.tsx'
import { Shake } from '#ui/Shake.tsx'
import { useUnsaved } from '#ui/useUnsaved.tsx'
import { DetailsSlide } from './DetailsSlide.tsx'
import { PictureSlide } from './PictureSlide.tsx'
import { useBeadForm } from './useBeadForm.ts'
import type { Finish } from './useSaveBead.ts'
import styles from './BeadDialog.module.css'

const ImportDialog = lazyComponent(() => import('../importExport/index.ts').then((transfer) => ({ default: transfer.ImportDialog })))

interface BeadDialogProps {
  open: boolean
  /** The playlist to edit; null creates one. */
  bead: Bead | null
  onClose: () => void
  onClosed?: () => void
  onDone: (bead: Bead) => void
}

/** Backspace deletes a character in these elements. */
const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=radio]):not([type=range])'))

/** Creates or edits a playlist in two steps: details and picture (C1 to C3). */
export function BeadDialog({ open, bead, onClose, onClosed, onDone }: BeadDialogProps) {
  const id = useId()
  const body = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const [publishing, setPublishing] = useState(false)
  const [importing, setImporting] = useState(false)
  const [pendingFinish, setHow] = useState<Finish | null>(null)
  const state = useBeadForm(bead, (created) => {
    onClose()
    onDone(created)
  })
  const { form, dirty, busy, slide, refusals, errors, canSkip, canPublish } = state
  const cutting = form.picture !== null

  const send = (finish: Finish) => {
    setHow(finish)
    void state.send(finish)
  }
  const { mayClose, question } = useUnsaved({ busy, dirty, onClose, onDiscard: state.discardDraft })
  const back = () => {
    if (!busy && !state.back() && mayClose()) onClose()
  }

  useEffect(() => {
    if (refusals > 0) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  // Move the focus after a step change: the focused element was removed with the previous step.
  const view = `${slide} ${cutting}`
  const previousView = useRef(view)
  useEffect(() => {
    if (previousView.current === view) return
    previousView.current = view
    if (body.current?.querySelector('[aria-invalid="true"]')) return
    if (cutting && slide === 2) body.current?.querySelector<HTMLElement>('button, input')?.focus()
    else first.current?.focus()
  }, [view, cutting, slide])

  // Backspace outside text fields goes one step back; on the first step it closes the dialog (B2).
  const onBackspace = useRef(back)
  useEffect(() => {
    onBackspace.current = back
  })
  useEffect(() => {
    if (!open) return
    const listen = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event
      const own = body.current?.closest('[role="dialog"]')
      if (
        key !== 'Backspace' ||
        defaultPrevented ||
        !own ||
        isTextField(target) ||
        !(target === document.body || own.contains(target as Node))
      )
        return
      event.preventDefault()
      onBackspace.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [open])

  const finishes: { finish: Finish; title: string; primary: boolean; when: boolean }[] = [
    {
      finish: 'skip',
      title: form.open ? t.creator.skipOpen : t.creator.skipPersonal,
      primary: false,
      when: !bead && slide === 2 && !cutting && canSkip,
    },
    {
      finish: 'publish',
      title: t.beadActs.publish,
      primary: false,
      when: canPublish && (bead !== null || (slide === 2 && (cutting || canSkip))),
    },
    {
      finish: 'launch',
      title: form.open ? t.creator.launchOpen : t.creator.launchPersonal,
      primary: true,
      when: !bead && slide === 2 && cutting,
    },
    { finish: 'done', title: t.creator.done, primary: slide === 2, when: bead !== null },
  ]
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
        <>
          {slide === 2 && (
            <Button kind="plain" className={styles.back} disabled={busy} onClick={back}>
              {t.creator.back}
            </Button>
          )}
          {finishes
            .filter(({ when }) => when)
            .map(({ finish, title, primary }) => (
              <Button
                key={finish}
                kind={primary ? 'primary' : 'quiet'}
                busy={busy && pendingFinish === finish}
                disabled={busy && pendingFinish !== finish}
                onClick={() => (finish === 'publish' ? setPublishing(true) : send(finish))}
              >
                {title}
              </Button>
            ))}
          {slide === 1 && !bead && (
            <Button kind="plain" className={styles.back} icon={<Icon as={FileUp} size={18} />} onClick={() => setImporting(true)}>
              {t.importing.instead}
            </Button>
          )}
          {slide === 1 && (
            <Button kind="primary" type="submit" form={id} disabled={busy}>
              {t.creator.next}
            </Button>
          )}
        </>
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
          {slide === 2 && !cutting && (
            <p role="status" className={styles.working}>
              {busy ? t.creator.saving : ''}
            </p>
          )}
        </form>
      </Shake>
      {question}
      {importing && (
        <ImportDialog
          bead={null}
          defaults={form}
          onCreated={state.discardDraft}
          onClose={(created) => {
            setImporting(false)
            if (created) onClose()
          }}
          {...asWindow({ open: true }, () => setImporting(false))}
        />
      )}
      <Confirm
        open={publishing}
        title={t.beadActs.publishTitle}
        confirm={t.beadActs.publish}
        onClose={() => setPublishing(false)}
        onConfirm={() => send('publish')}
      >
        {t.beadActs.publishText}
      </Confirm>
    </Dialog>
  )
}
