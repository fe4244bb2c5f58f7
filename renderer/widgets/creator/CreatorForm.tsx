import { useEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { useLocation } from 'wouter'
import { beadTitleProblem, tidy } from '#contract/rules.ts'
import type { Bead } from '#contract/schemas.ts'
import { failureReason, isFailure, isSessionEnd, useCreateBeadMutation } from '#data/index.ts'
import { useDraft } from '#data/useDraft.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { isOfInputMethod } from '#ui/composing.ts'
import { Field } from '#ui/Field.tsx'
import { Shake } from '#ui/Shake.tsx'
import { showToast } from '#ui/toast.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import styles from './CreatorForm.module.css'

interface CreatorFormProps {
  /** Ref of the title input. */
  ref?: Ref<HTMLInputElement>
  /** Called when the request starts and ends; the surrounding window must not close during the request. */
  onBusy?: (busy: boolean) => void
  /** Called after creation and after Escape. */
  onDone: () => void
  /** Called with the new playlist; without it the playlist's page opens (C5). */
  onCreated?: (bead: Bead) => void
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Title field and Start button. Creates a published personal playlist in the category "other" (decision 15). */
export function CreatorForm({ ref, onBusy, onDone, onCreated }: CreatorFormProps) {
  const [, navigate] = useLocation()
  const { savedDraft, saveDraft } = useDraft('bead:quick', asText)
  const [title, setTitle] = useState(savedDraft ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [shakes, setShakes] = useState(0)
  const form = useRef<HTMLDivElement>(null)
  const [create, { isLoading }] = useCreateBeadMutation()

  useEffect(() => saveDraft(title === '' ? null : title), [saveDraft, title])

  const refuse = (message: string | null) => {
    setProblem(message)
    setShakes((n) => n + 1)
    form.current?.querySelector('input')?.focus()
  }
  const start = async () => {
    const titleProblem = beadTitleProblem(title, false)
    if (titleProblem !== null) return refuse(titleProblem)
    setProblem(null)
    onBusy?.(true)
    try {
      const { data } = await create({
        body: { title: tidy(title), description: '', category: 'other', tags: [], isDraft: false, invitees: [] },
      }).unwrap()
      saveDraft(null)
      onDone()
      if (onCreated) onCreated(data)
      else navigate(data.href)
    } catch (error) {
      // The login dialog opens and shows the message.
      if (isSessionEnd(error)) return
      const reason = (isFailure(error) ? error.fields?.['title'] : undefined) ?? failureReason(error)
      refuse(reason)
      if (reason === null) showToast({ text: t.common.serverError, kind: 'error', now: true })
    } finally {
      onBusy?.(false)
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const submits = event.key === 'Enter' && event.target instanceof HTMLInputElement
    if (!(submits || event.key === 'Escape') || isOfInputMethod(event.nativeEvent)) return
    // Enter and Escape must not submit or close the surrounding form or dialog.
    event.preventDefault()
    event.stopPropagation()
    if (isLoading) return
    if (submits) return void start()
    saveDraft(null)
    onDone()
  }
  return (
    <Shake count={shakes} quick>
      {/* No <form> element: this can be rendered inside another form. */}
      <div ref={form} role="group" aria-label={t.creator.label} className={styles.form} onKeyDown={onKeyDown}>
        <Field
          ref={ref}
          label={t.creator.label}
          placeholder={t.creator.placeholder}
          value={title}
          autoComplete="off"
          error={problem}
          hint={t.creator.hint}
          onChange={(event) => {
            setTitle(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Button kind="primary" busy={isLoading} className={styles.start} onClick={() => void start()}>
          {t.creator.start}
        </Button>
        <VisuallyHidden>
          <span role="status">{isLoading ? t.common.loading : ''}</span>
        </VisuallyHidden>
      </div>
    </Shake>
  )
}
