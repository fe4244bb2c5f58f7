import { useRef, useState, type ReactNode } from 'react'
import { t } from '#texts/index.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmProps {
  open: boolean
  title: string
  children?: ReactNode
  /** Label of the confirming button, for example "Delete". */
  confirm: string
  cancel?: string
  danger?: boolean
  /** See `Dialog`. */
  finalFocus?: () => HTMLElement | null
  onClose: () => void
  /** Can be asynchronous: the dialog stays busy until it settles, and stays open if it rejects. */
  onConfirm: () => void | Promise<unknown>
}

/** A dialog that confirms an action which cannot be undone. */
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
  // The harmless answer gets the focus.
  const harmless = useRef<HTMLButtonElement>(null)
  const act = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch {
      // The caller reports the error; the dialog stays for another try.
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
