import { memo, useEffect, useLayoutEffect } from 'react'
import { useFollow, type FollowKind } from '#data/relations.ts'
import type { FollowButtonViewProps } from './FollowButtonView.tsx'
import type { PressedBy } from './press.ts'
import { useJustFollowed } from './useJustFollowed.ts'

/** How a button looks to a member, and what it does. */
export type Followed = Pick<FollowButtonViewProps, 'state' | 'onClick' | 'onPointerEnter' | 'onPointerLeave' | 'onBlur'>

interface FollowProps {
  kind: FollowKind
  id: string
  /** With what it was pressed before this was there: it is followed already or will be. */
  early: PressedBy | null
  /** Draws the button, which was there before this: one that were put in its place would lose a press and the focus. */
  show: (followed: Followed | null) => void
}

/** A member's own: whether it is followed already, and following it or no more. */
export const Follow = memo(function Follow({ kind, id, early, show }: FollowProps) {
  const { on, toggle } = useFollow(kind, id)
  const { just, begin, end, watch } = useJustFollowed(early)
  // At once: a second press right after the first finds what that one made of it.
  useLayoutEffect(() =>
    show({ state: !on ? 'off' : just ? 'followed' : 'following', onClick: (event) => (toggle?.() ? begin(event) : end()), ...watch }),
  )
  useEffect(() => () => show(null), [show])
  return null
})
