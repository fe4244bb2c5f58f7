import { useState } from 'react'
import { useLocation } from 'wouter'
import { BeadDialog } from './BeadDialog.tsx'

/** The dialog that creates a playlist and then opens its page (C5). Each opening mounts a new form. */
export default function Creator({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [, navigate] = useLocation()
  const [formKey, setFormKey] = useState(0)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setFormKey(formKey + 1)
  }
  return <BeadDialog key={formKey} open={open} bead={null} onClose={onClose} onDone={({ href }) => navigate(href)} />
}
