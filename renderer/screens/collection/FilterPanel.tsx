import { useRef } from 'react'
import { collectionHref, isNarrowed, panelGroups, unfiltered, type CollectionAsked, type PanelGroup } from '#contract/pages/collection.ts'
import { Link } from 'wouter'
import { t } from '#texts/index.ts'
import { useKeptFocus } from '#ui/focus.ts'
import { FilterGroup } from './FilterGroup.tsx'
import styles from './FilterPanel.module.css'

/** What a collection can be narrowed down by: tags, playlists and people (Y1). */
export function FilterPanel({ asked }: { asked: CollectionAsked }) {
  const head = useRef<HTMLDivElement>(null)
  // The way out goes when it has been taken.
  useKeptFocus(head, () => head.current?.firstElementChild)
  return (
    <aside className={styles.panel} aria-labelledby="collection-filters">
      <div ref={head} className={styles.head}>
        <h2 id="collection-filters" className={styles.title} tabIndex={-1}>
          {t.collection.filters}
        </h2>
        {isNarrowed(asked) && (
          <Link href={collectionHref(unfiltered(asked))} className={styles.clear}>
            {t.collection.clear}
          </Link>
        )}
      </div>
      <FilterGroups asked={asked} />
    </aside>
  )
}

/** Of what one member posted, or several, people are no choice any more. */
export const FilterGroups = ({ asked }: { asked: CollectionAsked }) =>
  (Object.keys(panelGroups) as PanelGroup[])
    .filter((group) => group !== 'createdby' || asked.of === 'collected')
    .map((group) => <FilterGroup key={group} asked={asked} group={group} />)
