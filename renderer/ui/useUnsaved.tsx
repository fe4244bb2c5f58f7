import { useState, type ReactNode } from 'react'
import { t } from '#texts/index.ts'
import { Confirm } from './Confirm.tsx'

interface Unsaved {
  /** At work: it does not close at all. */
  busy: boolean
  /** Something was written that closing would lose. */
  dirty: boolean
  onClose: () => void
  /** It is given up. */
  onDiscard?: () => void
}

/** Closing asks first where something would be lost (B8): what a dialog asks before it closes, and the question to be drawn in it. */
export function useUnsaved({ busy, dirty, onClose, onDiscard }: Unsaved): { mayClose: () => boolean; question: ReactNode } {
  const [asking, setAsking] = useState(false)
  const mayClose = (): boolean => {
    if (busy) return false
    if (dirty) setAsking(true)
    return !dirty
  }
  return {
    mayClose,
    question: (
      <Confirm
        open={asking}
        title={t.common.unsavedTitle}
        confirm={t.common.close}
        cancel={t.common.keepEditing}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          onDiscard?.()
          onClose()
        }}
      />
    ),
  }
}
