import { memo, useEffect, useRef, useState } from 'react'
import { useCollected, useUpvoted } from '#data/relations.ts'
import type { ToggleLookProps } from './CountButton.tsx'

type Look = Pick<ToggleLookProps, 'on' | 'just' | 'onClick'>

/** How both look to a member, and what they do. */
export interface Toggles {
  collect: Look
  upvote: Look
}

/** How long it is marked that a post was collected just now, in ms (B4). */
const justCollected = 1800

interface PostTogglesProps {
  id: string
  /** Draws the buttons, which were there before this: others in their place would lose a press and the focus. */
  show: (toggles: Toggles | null) => void
}

/** Collecting and upvoting, as a member has them. */
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

/** Set, it is so for that long. */
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
