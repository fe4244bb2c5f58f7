import { useId, useRef } from 'react'
import { Check } from 'lucide-react'
import { Link } from 'wouter'
import { collectionHref, toggled, type CollectionQuery, type PanelGroup } from '#contract/pages/collection.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import { count } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { useFilterOptions, type FilterOption } from './useFilterOptions.ts'
import styles from './FilterGroup.module.css'

/**
 * One group of the filter panel, such as the tags. Each option is a link, so it can be shared or opened in a new tab,
 * and the back button undoes it.
 */
export function FilterGroup({ query, group }: { query: CollectionQuery; group: PanelGroup }) {
  const heading = useId()
  const { options, state, retry, more } = useFilterOptions(query, group)
  const section = useRef<HTMLElement>(null)
  // The list of options changes with each choice; a focused option or button may disappear.
  useFocusFallback(section, () => section.current?.querySelector('h3'))
  return (
    <section ref={section} className={styles.group} aria-labelledby={heading}>
      <h3 id={heading} className={styles.title} tabIndex={-1}>
        {t.collection.groups[group]}
      </h3>
      {state === 'loading' && <OptionsSkeleton />}
      {state === 'failed' && (
        <p className={styles.none} role="alert">
          {t.collection.filtersFailed}{' '}
          <Button size="small" onClick={retry}>
            {t.common.retry}
          </Button>
        </p>
      )}
      {state === 'ready' && options.length === 0 && <p className={styles.none}>{t.collection.none[group]}</p>}
      {options.length > 0 && (
        <ul className={styles.options}>
          {options.map((option) => (
            <li key={option.id}>
              <Option query={query} group={group} option={option} />
            </li>
          ))}
        </ul>
      )}
      {more && (
        <Button kind="plain" size="small" aria-label={t.collection.showMore(t.collection.groups[group])} onClick={more}>
          {t.common.showMore}
        </Button>
      )}
    </section>
  )
}

function Option({ query, group, option: { id, name, count: posts } }: { query: CollectionQuery; group: PanelGroup; option: FilterOption }) {
  const isActive = query.filters[group].includes(id)
  return (
    <Link
      href={collectionHref(toggled(query, group, id))}
      className={styles.option}
      aria-label={t.collection.option(name, posts)}
      aria-current={isActive ? 'true' : undefined}
      title={name}
    >
      <span className={styles.name}>
        {group === 'tag' && '#'}
        {name}
      </span>
      <span className={styles.count}>{count(posts)}</span>
      {isActive && <Icon as={Check} size={16} />}
    </Link>
  )
}

const OptionsSkeleton = () => (
  <SkeletonGroup label={t.common.loading} className={styles.skeleton}>
    {[80, 62, 70, 48].map((width, n) => (
      <Skeleton key={n} width={`${width}%`} height="1.25rem" />
    ))}
  </SkeletonGroup>
)
