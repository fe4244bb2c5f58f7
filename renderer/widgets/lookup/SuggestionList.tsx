import { useLayoutEffect, useRef } from 'react'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import type { Suggestion, Suggestions } from './useSuggestions.ts'
import styles from './SuggestionList.module.css'

/** Minimum distance to the edge of the viewport or dialog, in px. */
const gap = 8

/** The listbox of suggestions, below or above the field: its offset parent is the field's box. */
export function SuggestionList<S extends Suggestion>({
  of: { listId, optionId, items, active, pick },
  className,
}: {
  of: Suggestions<S>
  className?: string
}) {
  const list = useRef<HTMLUListElement>(null)
  // Opens above the field if it does not fit below and there is more space above, in the window or the scrolling
  // dialog. Its height is limited then, because content above the start of a scroll container is unreachable.
  useLayoutEffect(() => {
    const { current } = list
    const around = current?.offsetParent?.getBoundingClientRect()
    if (!current || !around) return
    const bounds = current.closest('[data-dialog-body]')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
    const room = { below: bounds.bottom - around.bottom - gap, above: around.top - bounds.top - gap }
    current.style.maxBlockSize = ''
    const above = room.below < current.offsetHeight && room.above > room.below
    if (above && room.above < current.offsetHeight) current.style.maxBlockSize = `${room.above}px`
    current.toggleAttribute('data-above', above)
  })
  if (items.length === 0) return null
  return (
    // onMouseDown: a press on the list must not take the focus from the field.
    <ul
      ref={list}
      id={listId}
      role="listbox"
      aria-label={t.lookup.suggestions}
      className={classes(styles.list, className)}
      onMouseDown={(event) => event.preventDefault()}
    >
      {items.map((item, n) => (
        <li key={item.id} id={optionId(n)} role="option" aria-selected={n === active} className={styles.option} onClick={() => pick(item)}>
          {item.picture}
          <span className={styles.label}>{item.label}</span>
          {item.detail !== undefined && <span className={styles.detail}>{item.detail}</span>}
        </li>
      ))}
    </ul>
  )
}
