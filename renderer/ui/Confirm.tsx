import { useRef, useState, type ReactNode } from 'react'
import { t } from '#texts/index.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmProps {
  open: boolean
  title: string
  children?: ReactNode
  /** What the act is called, for example "Delete". */
  confirm: string
  cancel?: string
  danger?: boolean
  /** See `Dialog`. */
  finalFocus?: () => HTMLElement | null
  onClose: () => void
  /** May take its time; the dialog stays, busy, until it is done, and stays open where it throws. */
  onConfirm: () => void | Promise<unknown>
}

/** The question before something that cannot be taken back. */
export function Confirm({
  open,
  title,
  children,
  confirm,
  cancel = t.common.cancel,
  danger = false,
  finalFocus,
  onClose,
  onConfirm,
}: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  // The harmless answer is the one at hand.
  const harmless = useRef<HTMLButtonElement>(null)
  const act = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch {
      // Whoever acts says what went wrong; the question stays so that it can be answered again.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      {...(finalFocus && { finalFocus })}
      canClose={() => !busy}
      initialFocus={harmless}
      actions={
        <>
          <Button ref={harmless} kind="plain" onClick={onClose} disabled={busy}>
            {cancel}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={act}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
