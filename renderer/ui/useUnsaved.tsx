import { useState, type ReactNode } from 'react'
import { t } from '#texts/index.ts'
import { Confirm } from './Confirm.tsx'

interface Unsaved {
  /** Being submitted: it cannot close. */
  busy: boolean
  /** Has unsaved input. */
  dirty: boolean
  onClose: () => void
  /** The input is discarded. */
  onDiscard?: () => void
}

/** Prompts before closing discards input (B8): returns the dialog's close guard, and the confirmation to render in it. */
export function useUnsaved({ busy, dirty, onClose, onDiscard }: Unsaved): { mayClose: () => boolean; question: ReactNode } {
  const [isPrompting, setPrompting] = useState(false)
  const mayClose = (): boolean => {
    if (busy) return false
    if (dirty) setPrompting(true)
    return !dirty
  }
  return {
    mayClose,
    question: (
      <Confirm
        open={isPrompting}
        title={t.common.unsavedTitle}
        confirm={t.common.close}
        cancel={t.common.keepEditing}
        onClose={() => setPrompting(false)}
        onConfirm={() => {
          onDiscard?.()
          onClose()
        }}
      />
    ),
  }
}
