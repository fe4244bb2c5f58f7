import { useRef, useState } from 'react'
import { t } from '../../texts/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { CreatorForm } from './CreatorForm.tsx'

/** The basic creator (C4) in a dialog of its own. */
export default function Creator({ open, onClose }: { open: boolean; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog open={open} title={t.creator.label} onClose={onClose} canClose={() => !busy} initialFocus={input}>
      <CreatorForm ref={input} onBusy={setBusy} onDone={onClose} />
    </Dialog>
  )
}
