import { memo, useEffect, useLayoutEffect } from 'react'
import { useFollow } from '#data/relationHooks.ts'
import type { FollowKind } from '#data/relations.ts'
import type { FollowButtonViewProps } from './FollowButtonView.tsx'
import type { PressedBy } from './pressedBy.ts'
import { useRecentFollow } from './useRecentFollow.ts'

/** Props of the button once the member's relation is known. */
export type MemberButtonProps = Pick<FollowButtonViewProps, 'state' | 'onClick' | 'onPointerEnter' | 'onPointerLeave' | 'onBlur'>

interface FollowProps {
  kind: FollowKind
  id: string
  /** How the button was pressed before this code had loaded; null if it was not. */
  initialPress: PressedBy | null
  /**
   * Passes props to the button that is already rendered: replacing the button would lose clicks and the focus. Null on
   * unmount.
   */
  setButtonProps: (followed: MemberButtonProps | null) => void
}

/** Reads and toggles the follow relation for `FollowButton`; loaded for members only. Renders nothing. */
export const Follow = memo(function Follow({ kind, id, initialPress, setButtonProps }: FollowProps) {
  const { on, toggle } = useFollow(kind, id)
  const { isRecent, start, end, pointerHandlers } = useRecentFollow(initialPress)
  // useLayoutEffect: an immediate second click must see the state after the first.
  useLayoutEffect(() =>
    setButtonProps({
      state: !on ? 'off' : isRecent ? 'followed' : 'following',
      // `toggle` returns the new relation; only a follow shows the "Followed" state.
      onClick: (event) => (toggle?.() ? start(event) : end()),
      ...pointerHandlers,
    }),
  )
  useEffect(() => () => setButtonProps(null), [setButtonProps])
  return null
})
