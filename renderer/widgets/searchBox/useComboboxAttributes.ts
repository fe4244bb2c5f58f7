import { useLayoutEffect, type RefObject } from 'react'

/** Sets the ARIA attributes of the search field, which the first screen has rendered. Null removes an attribute. */
export function useComboboxAttributes(
  input: RefObject<HTMLInputElement | null>,
  { listId, activeId }: { listId: string | null; activeId: string | null },
): void {
  useLayoutEffect(() => {
    const field = input.current
    if (!field) return
    field.setAttribute('aria-expanded', String(listId !== null))
    const setAttribute = (name: string, value: string | null) =>
      value === null ? field.removeAttribute(name) : field.setAttribute(name, value)
    setAttribute('aria-controls', listId)
    setAttribute('aria-activedescendant', activeId)
  })
}
