import { useLayoutEffect, type RefObject } from 'react'

/**
 * Sets ARIA attributes of the search field, which `SearchBox` has rendered. `listId`: the open list; `activeId`: the
 * active option.
 */
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
