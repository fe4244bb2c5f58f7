import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Backspace deletes a character in these elements. */
const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=radio]):not([type=range])'))

/** Calls `onBack` when Backspace is pressed in the dialog around `content`, outside text fields (B2). */
export function useBackspace(isOpen: boolean, content: RefObject<HTMLElement | null>, onBack: () => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented } = event
    const dialog = content.current?.closest('[role="dialog"]')
    if (key !== 'Backspace' || defaultPrevented || !dialog || isTextField(target)) return
    if (target !== document.body && !dialog.contains(target as Node)) return
    event.preventDefault()
    onBack()
  })
  useEffect(() => {
    if (!isOpen) return
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [isOpen])
}
