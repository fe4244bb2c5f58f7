import { useState } from 'react'
import type { MemberRef } from '#contract/schemas.ts'
import type { Listing } from '#data/index.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { MemberList } from '../people/index.ts'

interface MembersDialogProps {
  title: string
  list: Listing<MemberRef>
  /** Text for an empty list. */
  empty: string
  onClose: () => void
}

/** Paged list of members who reacted to a post or comment. */
export function MembersDialog({ title, list, empty, onClose }: MembersDialogProps) {
  const [open, setOpen] = useState(true)
  return (
    <Dialog open={open} title={title} onClose={() => setOpen(false)} onClosed={onClose}>
      <MemberList list={list} label={title} empty={empty} />
    </Dialog>
  )
}
