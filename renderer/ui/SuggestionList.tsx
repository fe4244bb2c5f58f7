import { t } from '../texts/index.ts'
import { classes } from './classes.ts'
import type { Suggestion, Suggestions } from './useSuggestions.ts'
import styles from './SuggestionList.module.css'

/** The list itself, below the field in whose box it stands. */
export function SuggestionList<S extends Suggestion>({ of: { listId, optionId, items, active, pick }, className }: { of: Suggestions<S>; className?: string }) {
  if (items.length === 0) return null
  return (
    // A press in here leaves the focus in the field.
    <ul id={listId} role="listbox" aria-label={t.lookup.suggestions} className={classes(styles.list, className)} onMouseDown={(event) => event.preventDefault()}>
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
