import { useLayoutEffect, useRef } from 'react'
import { t } from '../../texts/index.ts'
import { classes } from '../../ui/classes.ts'
import type { Suggestion, Suggestions } from './useSuggestions.ts'
import styles from './SuggestionList.module.css'

/** The list itself, below the field in whose box it stands. */
export function SuggestionList<S extends Suggestion>({ of: { listId, optionId, items, active, pick }, className }: { of: Suggestions<S>; className?: string }) {
  const list = useRef<HTMLUListElement>(null)
  // Above, where the window ends before the list would and there is more room.
  useLayoutEffect(() => {
    const around = list.current?.offsetParent?.getBoundingClientRect()
    if (!list.current || !around) return
    const room = { below: innerHeight - around.bottom, above: around.top }
    list.current.toggleAttribute('data-above', room.below < list.current.offsetHeight + 8 && room.above > room.below)
  })
  if (items.length === 0) return null
  return (
    // A press in here leaves the focus in the field.
    <ul ref={list} id={listId} role="listbox" aria-label={t.lookup.suggestions} className={classes(styles.list, className)} onMouseDown={(event) => event.preventDefault()}>
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
