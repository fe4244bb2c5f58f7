import { useState } from 'react'
import { t } from '#texts/index.ts'
import { CopyField } from '#ui/CopyField.tsx'
import { Dialog } from '#ui/Dialog.tsx'

interface LinkDialogProps {
  of: { kind: 'bead' | 'post'; title: string; href: string }
  onClose: () => void
}

/** Dialog for copying the address of a playlist or post (B8). */
export default function LinkDialog({ of: { kind, title, href }, onClose }: LinkDialogProps) {
  const [open, setOpen] = useState(true)
  return (
    <Dialog open={open} onClose={() => setOpen(false)} onClosed={onClose} title={t.embed.linkTitle[kind]} description={title}>
      <CopyField label={t.embed.linkLabel} value={new URL(href, location.origin).href} />
    </Dialog>
  )
}
