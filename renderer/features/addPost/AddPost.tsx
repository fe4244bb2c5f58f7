import { useState } from 'react'
import { AddPostDialog } from './AddPostDialog.tsx'

interface AddPostProps {
  open: boolean
  /** The playlist that the post goes into; null where it is chosen here. */
  bead: string | null
  /** What it is about, where that was found elsewhere. */
  link?: string | null
  onClose: () => void
}

/** The dialog in which a post is added. Each opening begins with an empty form. */
export default function AddPost({ open, bead, link = null, onClose }: AddPostProps) {
  const [turn, setTurn] = useState(0)
  // While it fades it still shows what it was opened for.
  const [shown, setShown] = useState({ bead, link })
  if (open && (shown.bead !== bead || shown.link !== link)) setShown({ bead, link })
  return <AddPostDialog key={`${turn} ${shown.link ?? ''}`} open={open} bead={shown.bead} link={shown.link} onClose={onClose} onClosed={() => setTurn(turn + 1)} />
}
