import { memo, useEffect, useLayoutEffect } from 'react'
import { useFollow, type FollowKind } from '#data/relations.ts'
import type { FollowButtonViewProps } from './FollowButtonView.tsx'
import type { PressedBy } from './press.ts'
import { useJustFollowed } from './useJustFollowed.ts'

/** Props of the button once the member's relation is known. */
export type Followed = Pick<FollowButtonViewProps, 'state' | 'onClick' | 'onPointerEnter' | 'onPointerLeave' | 'onBlur'>

interface FollowProps {
  kind: FollowKind
  id: string
  /** How the button was pressed before this code had loaded; null if it was not. */
  early: PressedBy | null
  /** Passes props to the button that is already rendered: replacing the button would lose clicks and the focus. */
  show: (followed: Followed | null) => void
}

/** Loaded for members only: reads and toggles the follow relation. */
export const Follow = memo(function Follow({ kind, id, early, show }: FollowProps) {
  const { on, toggle } = useFollow(kind, id)
  const { just, begin, end, watch } = useJustFollowed(early)
  // useLayoutEffect: an immediate second click must see the state after the first.
  useLayoutEffect(() =>
    show({ state: !on ? 'off' : just ? 'followed' : 'following', onClick: (event) => (toggle?.() ? begin(event) : end()), ...watch }),
  )
  useEffect(() => () => show(null), [show])
  return null
})
