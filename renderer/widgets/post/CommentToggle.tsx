import { memo, useEffect } from 'react'
import { useLiked } from '#data/relationHooks.ts'

/** Props of the like button once the member's relation is known. */
export interface LikeToggle {
  'aria-pressed': boolean
  onClick: () => void
}

interface CommentToggleProps {
  id: string
  /** Passes props to the button that is already rendered: replacing it would lose clicks and the focus. */
  setToggle: (toggle: LikeToggle | null) => void
}

/** Reads and toggles a member's like of a comment for `CommentLike`. Renders nothing. */
export const CommentToggle = memo(function CommentToggle({ id, setToggle }: CommentToggleProps) {
  const { on, toggle } = useLiked(id)
  useEffect(() => setToggle({ 'aria-pressed': on, onClick: () => void toggle?.() }))
  useEffect(() => () => setToggle(null), [setToggle])
  return null
})
