import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { t } from '#texts/index.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Shake } from './Shake.tsx'
import { useUnsaved, type CloseGuard } from './useUnsaved.tsx'
import styles from './FormDialog.module.css'

interface FormDialogProps {
  open: boolean
  title: string
  description?: ReactNode
  /** Label of the submit button. */
  submit: string
  /** Whether submitting deletes something. */
  danger?: boolean
  /** While submitting, it neither closes nor submits again. */
  busy: boolean
  /** Has unsaved input: closing prompts first (B8). */
  dirty: boolean
  /** Number of failed attempts: each shakes the dialog and focuses the first invalid field (A5). */
  refusals: number
  /** Shakes for 200 instead of 300 ms (B5). */
  quickShake?: boolean
  /** Error of the form as a whole. */
  error?: string
  initialFocus: RefObject<HTMLElement | null>
  onSubmit: () => void
  onClose: () => void
  onClosed: () => void
  /** The fields. Links among them need the close guard. */
  children: ReactNode | ((mayClose: CloseGuard) => ReactNode)
}

/** A form in a dialog that prompts before it discards input. */
export function FormDialog(props: FormDialogProps) {
  const {
    open,
    title,
    description,
    submit,
    danger = false,
    busy,
    dirty,
    refusals,
    quickShake = false,
    error,
    initialFocus,
    onSubmit,
    onClose,
    onClosed,
    children,
  } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { mayClose, question } = useUnsaved({ busy, dirty, onClose })
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  return (
    <Dialog
      open={open}
      size="medium"
      title={title}
      description={description}
      onClose={onClose}
      canClose={mayClose}
      onClosed={onClosed}
      initialFocus={initialFocus}
      actions={
        <>
          <Button kind="plain" disabled={busy} onClick={() => mayClose() && onClose()}>
            {t.common.cancel}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} type="submit" form={id} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <Shake count={refusals} quick={quickShake}>
        <form
          ref={form}
          id={id}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) onSubmit()
          }}
        >
          {typeof children === 'function' ? children(mayClose) : children}
          {error && (
            <p role="alert" className={styles.failed}>
              {error}
            </p>
          )}
        </form>
      </Shake>
      {question}
    </Dialog>
  )
}
