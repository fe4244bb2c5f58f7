import { memo, useEffect, useRef, useState } from 'react'
import { useCollected, useUpvoted } from '#data/relations.ts'
import type { ToggleLookProps } from './CountButton.tsx'

type Look = Pick<ToggleLookProps, 'on' | 'just' | 'onClick'>

/** Props of both buttons once the member's relation is known. */
export interface Toggles {
  collect: Look
  upvote: Look
}

/** Duration in ms of the "Collected" confirmation (B4). */
const justCollected = 1800

interface PostTogglesProps {
  id: string
  /** Passes props to the buttons that are already rendered: replacing them would lose clicks and the focus. */
  show: (toggles: Toggles | null) => void
}

/** Collect and upvote state of a member. */
export const PostToggles = memo(function PostToggles({ id, show }: PostTogglesProps) {
  const collecting = useCollected(id)
  const upvoting = useUpvoted(id)
  const [just, mark] = useMark(justCollected)
  useEffect(() =>
    show({
      collect: { on: collecting.on, just: just && collecting.on, onClick: () => mark(collecting.toggle?.() ?? false) },
      upvote: { on: upvoting.on, onClick: () => void upvoting.toggle?.() },
    }),
  )
  useEffect(() => () => show(null), [show])
  return null
})

/** A flag that resets after `time` ms. */
function useMark(time: number): [boolean, (set: boolean) => void] {
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
