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

/**
 * Whether the dialog may close now; prompts first if that discards input.
 *
 * @param onConfirmed called after the input was discarded, such as to follow a link of the dialog
 */
export type CloseGuard = (onConfirmed?: () => void) => boolean

/** Prompts before closing discards input (B8): returns the dialog's close guard, and the confirmation to render in it. */
export function useUnsaved({ busy, dirty, onClose, onDiscard }: Unsaved): { mayClose: CloseGuard; question: ReactNode } {
  const [prompt, setPrompt] = useState<{ onConfirmed?: () => void } | null>(null)
  const mayClose: CloseGuard = (onConfirmed) => {
    if (busy) return false
    if (dirty) setPrompt({ onConfirmed })
    return !dirty
  }
  return {
    mayClose,
    question: (
      <Confirm
        open={prompt !== null}
        title={t.common.unsavedTitle}
        confirm={t.common.close}
        cancel={t.common.keepEditing}
        onClose={() => setPrompt(null)}
        onConfirm={() => {
          onDiscard?.()
          onClose()
          prompt?.onConfirmed?.()
        }}
      />
    ),
  }
}
