import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { focusScreen } from '#ui/focus.ts'
import { showToast } from '#ui/toast.ts'
import { BeadDialog } from './BeadDialog.tsx'

/**
 * The dialog that edits a playlist. It updates the page in place (C5). If the edit publishes a draft, it opens the
 * playlist, newest posts first (B11).
 */
export default function EditBead({ bead, onClose }: { bead: Bead; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const [, navigate] = useLocation()
  const [wasDraft] = useState(bead.isDraft)
  const onDone = ({ href, isDraft }: Bead) => {
    if (isDraft || !wasDraft) return
    showToast({ text: t.beadActs.published, now: true })
    navigate(`${href}?sort=recent`)
    focusScreen()
  }
  return <BeadDialog open={open} bead={bead} onClose={() => setOpen(false)} onClosed={onClose} onDone={onDone} />
}
