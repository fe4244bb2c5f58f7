import { memo, useEffect, useRef, useState } from 'react'
import { useCollected, useUpvoted } from '#data/relationHooks.ts'
import type { ToggleButtonProps } from './CountButton.tsx'

type ToggleProps = Pick<ToggleButtonProps, 'on' | 'isRecent' | 'onClick'>

/** Props of both buttons once the member's relation is known. */
export interface Toggles {
  collect: ToggleProps
  upvote: Omit<ToggleProps, 'isRecent'>
}

/** Duration in ms of the "Collected" confirmation (B4). */
const recentCollectMs = 1800

interface PostTogglesProps {
  id: string
  /** Passes props to the buttons that are already rendered: replacing them would lose clicks and the focus. */
  setToggles: (toggles: Toggles | null) => void
}

/** Reads and toggles a member's collect and upvote of a post for `PostControls`. Renders nothing. */
export const PostToggles = memo(function PostToggles({ id, setToggles }: PostTogglesProps) {
  const collecting = useCollected(id)
  const upvoting = useUpvoted(id)
  const [isRecent, setRecent] = useTimedFlag(recentCollectMs)
  useEffect(() =>
    setToggles({
      collect: { on: collecting.on, isRecent: isRecent && collecting.on, onClick: () => setRecent(collecting.toggle?.() ?? false) },
      upvote: { on: upvoting.on, onClick: () => void upvoting.toggle?.() },
    }),
  )
  useEffect(() => () => setToggles(null), [setToggles])
  return null
})

/** A flag that resets after `time` ms. */
function useTimedFlag(time: number): [boolean, (set: boolean) => void] {
  const [marked, setMarked] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return [
    marked,
    (set) => {
      clearTimeout(timer.current)
      setMarked(set)
      if (set) timer.current = setTimeout(setMarked, time, false)
    },
  ]
}
