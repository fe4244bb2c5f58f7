import type { ReactNode } from 'react'
import { X } from 'lucide-react'
import { Link } from 'wouter'
import { collectionHref, toggled, type CollectionQuery, type FilterGroup } from '#contract/pages/collection.ts'
import { normaliseTag, tagKey } from '#contract/rules.ts'
import { tagQuery } from '#contract/pages/search.ts'
import { useBeadQuery, useMemberQuery } from '#data/index.ts'
import { useSearchInfiniteQuery } from '#data/search.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { useFilterOptions } from './useFilterOptions.ts'
import styles from './ActiveFilters.module.css'

/** The active filters of a collection as chips; each chip is a link that removes its filter. */
export function ActiveFilters({ query }: { query: CollectionQuery }) {
  const { q, filters, whose } = query
  const removalHref = (group: FilterGroup, id: string) => collectionHref(toggled(query, group, id))
  // On a page of posts by several members (`whose` is null), the members are the subject, not a filter: no chips.
  const members = whose === null ? [] : filters.createdby
  const chips: ReactNode[] = [
    ...(q === '' ? [] : [<Chip key="q" name={t.collection.quoted(q)} href={collectionHref({ ...query, q: '' })} />]),
    ...filters.category.map((id) => <Chip key={`category ${id}`} name={t.categories[id]} href={removalHref('category', id)} />),
    ...filters.tag.map((id) => <TagChip key={`tag ${id}`} query={query} id={id} href={removalHref('tag', id)} />),
    ...filters.bead.map((id) => <BeadChip key={`bead ${id}`} id={id} href={removalHref('bead', id)} />),
    ...members.map((id) => <MemberChip key={`member ${id}`} id={id} href={removalHref('createdby', id)} />),
  ]
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t.collection.chosen}>
      {chips}
    </ul>
  )
}

function TagChip({ query, id, href }: { query: CollectionQuery; id: string; href: string }) {
  const { options, state } = useFilterOptions(query, 'tag')
  const panelName = options.find((option) => option.id === id)?.name
  // `id` is the tag key (lower case). The filter options have the display name, but only of tags that the listed posts
  // have; for other tags, a search finds it.
  const { currentData } = useSearchInfiniteQuery({ query: tagQuery(id) }, { skip: panelName !== undefined || state !== 'ready' })
  const searchedName = currentData?.pages[0]?.results.find(({ title }) => tagKey(title) === id)?.title
  return <Chip name={`#${panelName ?? searchedName ?? normaliseTag(id)}`} href={href} />
}

function BeadChip({ id, href }: { id: string; href: string }) {
  const { currentData } = useBeadQuery({ params: { id } })
  return <Chip name={currentData?.title ?? '…'} href={href} />
}

function MemberChip({ id, href }: { id: string; href: string }) {
  const { currentData } = useMemberQuery({ params: { uid: id } })
  return <Chip name={currentData?.name ?? `@${id}`} href={href} />
}

const Chip = ({ name, href }: { name: string; href: string }) => (
  <li>
    <Link href={href} className={styles.chip} aria-label={t.collection.leave(name)} title={t.collection.leave(name)}>
      <span className={styles.name}>{name}</span>
      <Icon as={X} size={16} />
    </Link>
  </li>
)
