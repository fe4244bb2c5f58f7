import type { ReactNode } from 'react'
import { X } from 'lucide-react'
import { Link } from 'wouter'
import { collectionHref, toggled, type CollectionAsked, type FilterGroup } from '#contract/pages/collection.ts'
import { normaliseTag, tagKey } from '#contract/rules.ts'
import { tagQuery } from '#contract/pages/search.ts'
import { useBeadQuery, useMemberQuery } from '#data/index.ts'
import { useSearchInfiniteQuery } from '#data/search.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { useGroup } from './useGroup.ts'
import styles from './Chosen.module.css'

/** What the collection is narrowed down to, each with its way out. */
export function Chosen({ asked }: { asked: CollectionAsked }) {
  const { q, filters, whose } = asked
  const leave = (group: FilterGroup, id: string) => collectionHref(toggled(asked, group, id))
  // Where only people are asked for they are what the page is about.
  const people = whose === null ? [] : filters.createdby
  const chips: ReactNode[] = [
    ...(q === '' ? [] : [<Chip key="q" name={t.collection.quoted(q)} href={collectionHref({ ...asked, q: '' })} />]),
    ...filters.category.map((id) => <Chip key={id} name={t.categories[id]} href={leave('category', id)} />),
    ...filters.tag.map((id) => <TagChip key={id} asked={asked} id={id} href={leave('tag', id)} />),
    ...filters.bead.map((id) => <BeadChip key={id} id={id} href={leave('bead', id)} />),
    ...people.map((id) => <MemberChip key={id} id={id} href={leave('createdby', id)} />),
  ]
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t.collection.chosen}>
      {chips}
    </ul>
  )
}

function TagChip({ asked, id, href }: { asked: CollectionAsked; id: string; href: string }) {
  const { options, state } = useGroup(asked, 'tag')
  const called = options.find((one) => one.id === id)?.name
  // Where none of what is left has it, the panel does not know how it is written.
  const { currentData } = useSearchInfiniteQuery({ query: tagQuery(id) }, { skip: called !== undefined || state !== 'ready' })
  const found = currentData?.pages[0]?.results.find(({ title }) => tagKey(title) === id)?.title
  return <Chip name={`#${called ?? found ?? normaliseTag(id)}`} href={href} />
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
