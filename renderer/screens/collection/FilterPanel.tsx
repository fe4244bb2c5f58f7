import { useRef } from 'react'
import { collectionHref, isNarrowed, panelGroups, unfiltered, type CollectionQuery, type PanelGroup } from '#contract/pages/collection.ts'
import { Link } from 'wouter'
import { t } from '#texts/index.ts'
import { useFocusFallback } from '#ui/focus.ts'
import { FilterGroup } from './FilterGroup.tsx'
import styles from './FilterPanel.module.css'

/** The filters beside a collection on wide screens: tags, playlists and members (Y1). */
export function FilterPanel({ query }: { query: CollectionQuery }) {
  const head = useRef<HTMLDivElement>(null)
  // "Clear" disappears when pressed: move the focus to the heading.
  useFocusFallback(head, () => head.current?.firstElementChild)
  return (
    <aside className={styles.panel} aria-labelledby="collection-filters">
      <div ref={head} className={styles.head}>
        <h2 id="collection-filters" className={styles.title} tabIndex={-1}>
          {t.collection.filters}
        </h2>
        {isNarrowed(query) && (
          <Link href={collectionHref(unfiltered(query))} className={styles.clear}>
            {t.collection.clear}
          </Link>
        )}
      </div>
      <FilterGroups query={query} />
    </aside>
  )
}

/** The groups of filters. Lists of created posts have no member filter, since their authors are given. */
export const FilterGroups = ({ query }: { query: CollectionQuery }) =>
  (Object.keys(panelGroups) as PanelGroup[])
    .filter((group) => group !== 'createdby' || query.of === 'collected')
    .map((group) => <FilterGroup key={group} query={query} group={group} />)
