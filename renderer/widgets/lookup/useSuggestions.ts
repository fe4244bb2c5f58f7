import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { isOfInputMethod } from '#ui/composing.ts'

export interface Suggestion {
  id: string
  label: string
  detail?: string
  picture?: ReactNode
}

export interface Suggestions<S extends Suggestion> {
  listId: string
  /** Element id of the option at an index. */
  optionId: (n: number) => string
  items: readonly S[]
  /** Index of the active option; -1 if none. */
  active: number
  /** ARIA attributes for the input. */
  aria: { 'aria-controls'?: string; 'aria-activedescendant'?: string }
  /** Handles the list's keys; returns true if the event was handled. */
  handleKey: (event: KeyboardEvent) => boolean
  pick: (item: S) => void
}

interface Options<S> {
  onPick: (item: S) => void
  /** Called on Escape. */
  onDismiss: () => void
  /** Preselect the first option. */
  eager?: boolean
}

/** Keyboard navigation of a suggestion list whose input keeps the focus. */
export function useSuggestions<S extends Suggestion>(
  items: readonly S[],
  { onPick, onDismiss, eager = false }: Options<S>,
): Suggestions<S> {
  const listId = useId()
  const [activeId, setActiveId] = useState<string | null>(null)
  const activeIndex = items.findIndex(({ id }) => id === activeId)
  const active = activeIndex < 0 && eager && items.length > 0 ? 0 : activeIndex
  const optionId = (n: number) => `${listId}-${n}`
  const pick = (item: S) => {
    setActiveId(null)
    onPick(item)
  }
  const move = (by: number) => {
    const from = active < 0 && by < 0 ? 0 : active
    const next = (from + by + items.length) % items.length
    setActiveId(items[next]!.id)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  return {
    listId,
    optionId,
    items,
    active,
    aria: items.length === 0 ? {} : { 'aria-controls': listId, ...(active >= 0 && { 'aria-activedescendant': optionId(active) }) },
    pick,
    handleKey(event) {
      if (items.length === 0 || isOfInputMethod(event.nativeEvent) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)
        return false
      const { key } = event
      if (key === 'ArrowDown' || key === 'ArrowUp') move(key === 'ArrowDown' ? 1 : -1)
      else if ((key === 'Enter' || key === 'Tab') && active >= 0) pick(items[active]!)
      else if (key === 'Escape') {
        setActiveId(null)
        onDismiss()
      } else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
  }
}
