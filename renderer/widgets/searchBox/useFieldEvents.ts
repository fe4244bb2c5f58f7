import { useEffect, useEffectEvent, type RefObject } from 'react'

interface FieldEvents {
  onFocus: () => void
  onInput: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onFocusOut: (event: FocusEvent) => void
  onPointerDown: (event: PointerEvent) => void
  onSubmit: (event: Event) => void
}

/**
 * Attaches handlers to the search field and its form, which `SearchBox` has rendered, and to presses anywhere on the
 * page.
 */
export function useFieldEvents(
  form: RefObject<HTMLFormElement | null>,
  input: RefObject<HTMLInputElement | null>,
  handlers: FieldEvents,
): void {
  const handleFocus = useEffectEvent(handlers.onFocus)
  const handleInput = useEffectEvent(handlers.onInput)
  const handleKeyDown = useEffectEvent(handlers.onKeyDown)
  const handleFocusOut = useEffectEvent(handlers.onFocusOut)
  const handlePointerDown = useEffectEvent(handlers.onPointerDown)
  const handleSubmit = useEffectEvent(handlers.onSubmit)
  useEffect(() => {
    const [box, field] = [form.current, input.current]
    if (!box || !field) return
    const listening = new AbortController()
    const { signal } = listening
    field.addEventListener('focus', handleFocus, { signal })
    field.addEventListener('input', handleInput, { signal })
    field.addEventListener('keydown', handleKeyDown, { signal })
    box.addEventListener('focusout', handleFocusOut, { signal })
    document.addEventListener('pointerdown', handlePointerDown, { signal, capture: true })
    box.addEventListener('submit', handleSubmit, { signal })
    return () => listening.abort()
  }, [form, input])
}
