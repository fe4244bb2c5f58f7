import { useEffect, useRef, type RefObject } from 'react'
import type { ImportState } from './useImport.ts'

interface PhaseFocus {
  content: RefObject<HTMLElement | null>
  titleField: RefObject<HTMLElement | null>
}

/** Moves the focus on each phase change, because the focused element was removed, and to the title when it is invalid. */
export function usePhaseFocus({ phase, titleProblem, needsTitle }: ImportState, { content, titleField }: PhaseFocus): void {
  const previousPhase = useRef(phase)
  useEffect(() => {
    if (previousPhase.current === phase) return
    previousPhase.current = phase
    // The stop button stays and keeps the focus.
    if (phase === 'stopping') return
    // On touch devices the focus would open the keyboard.
    const field = needsTitle && !matchMedia('(pointer: coarse)').matches ? titleField.current : null
    ;(field ?? content.current)?.focus()
  }, [phase, needsTitle, content, titleField])
  useEffect(() => {
    if (titleProblem !== null) titleField.current?.focus()
  }, [titleProblem, titleField])
}
