import { useState } from 'react'
import { AddPostDialog } from './AddPostDialog.tsx'

interface AddPostProps {
  open: boolean
  /** The playlist that the post goes into; null where it is chosen here. */
  bead: string | null
  onClose: () => void
}

/** The dialog in which a post is added. Each opening begins with an empty form. */
export default function AddPost({ open, bead, onClose }: AddPostProps) {
  const [turn, setTurn] = useState(0)
  // While it fades it still shows what it was opened for.
  const [shown, setShown] = useState(bead)
  if (open && shown !== bead) setShown(bead)
  return <AddPostDialog key={turn} open={open} bead={shown} onClose={onClose} onClosed={() => setTurn(turn + 1)} />
}
