import { useEffect, useRef, type ComponentType } from 'react'
import { Shuffle } from 'lucide-react'
import { useLocation } from 'wouter'
import { filterCall } from '#contract/pages/playlist.ts'
import type { Bead } from '#contract/schemas.ts'
import { useMe, useSite } from '#data/index.ts'
import { useCollectedCountQuery } from '#data/beadPage.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { ArrangeButton } from '../arrange/ArrangeButton.tsx'
import { useFilterAddress } from './useFilterAddress.ts'
import { CreatorFilter, TagFilter } from './menuFilters.tsx'
import { FilterLink, type FilterProps } from './filterControls.tsx'
import styles from './Filters.module.css'

/**
 * In display order. A new filter is a component here; its URL parameter is read in `contract/pages/playlist.ts`, and
 * listed in `useFilterAddress.ts` and in `listAddress` of `BeadView.tsx`.
 */
const filters: ComponentType<FilterProps>[] = [PartnerFilters, CollectionFilter, ShuffleFilter, TagFilter, CreatorFilter, CuratorFilters]

/** The filters of a playlist (B2, B4). Each is a URL parameter, they combine, and one link clears them all. */
export function Filters({ bead }: { bead: Bead }) {
  const address = useFilterAddress(bead)
  const bar = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  // The filter with the focus may disappear, such as that of a collection that became empty: focus the one before it.
  useFocusFallback(list, (index) => list.current?.children[Math.max(0, index - 1)]?.querySelector('a, button'))
  // Scrolls the active filter into view.
  useEffect(() => {
    const [bounds, active] = [bar.current, list.current?.querySelector('li > [aria-current]')].map((element) =>
      element?.getBoundingClientRect(),
    )
    if (bounds && active && active.right > bounds.right) bar.current!.scrollLeft += active.right - bounds.right
  }, [address])
  return (
    <div className={styles.row}>
      <nav ref={bar} className={styles.bar} aria-label={t.beadPage.filters}>
        <ul ref={list} className={styles.list}>
          <FilterLink href={address.all} isActive={address.filters === 0 && !address.shuffled}>
            {t.beadPage.allPosts}
          </FilterLink>
          {filters.map((Filter, n) => (
            <Filter key={n} bead={bead} address={address} />
          ))}
        </ul>
      </nav>
      <ArrangeButton bead={bead} />
    </div>
  )
}

/** The custom filters of a partner (PS1), except those whose API call does not list posts. */
function PartnerFilters({ bead, address: { params, href } }: FilterProps) {
  const customFilters = (bead.partnerMetaData?.customFilters ?? []).filter((filter) => filterCall(filter) !== null)
  const current = params.get('filter')
  return customFilters.map(({ name }) => (
    <FilterLink key={name} href={href({ filter: name === current ? null : name })} isActive={name === current}>
      {name}
    </FilterLink>
  ))
}

/**
 * The filter by the viewer's collected posts, with their number. In its list, visitors get a prompt to sign up (B2).
 */
function CollectionFilter({ bead, address: { params, href } }: FilterProps) {
  const { me, loading } = useMe()
  const { data } = useCollectedCountQuery({ query: { collectedby: 'self', bead: bead.id } }, { skip: !me })
  const on = params.get('collectedby') === 'self'
  const count = me ? data?.count : undefined
  if (loading || (me && !on && !count)) return null
  return (
    <FilterLink href={href({ collectedby: on ? null : 'self' })} isActive={on}>
      {count === undefined ? t.beadPage.own : t.beadPage.ownCount(count)}
    </FilterLink>
  )
}

/** A filter for each of the top curators, the featured one first. Not for the team's and the blog's playlists (B9). */
function CuratorFilters({ bead, address: { params, href } }: FilterProps) {
  const {
    featured: { team, blog },
  } = useSite()
  const curators = bead.topCurators?.curators ?? []
  // With a single author there is nothing to filter.
  if (bead.id === team || bead.id === blog || curators.length < 2) return null
  const current = params.get('createdby')
  return curators.map((member) => (
    <FilterLink
      key={member.uid}
      href={href({ createdby: member.uid === current ? null : member.uid })}
      isActive={member.uid === current}
      label={t.beadPage.curator(member.name)}
      hasPicture
    >
      <Avatar member={member} size="small" />
      <span className={styles.name}>{member.name}</span>
    </FilterLink>
  ))
}

/**
 * Shuffles the posts, again on each press. The seed (`ts`) is part of the URL, so that paging, Back and a reload give
 * the same order.
 */
function ShuffleFilter({ bead, address: { shuffled, href } }: FilterProps) {
  const [, navigate] = useLocation()
  if (bead.postCount < 2) return null
  return (
    <li>
      <button
        type="button"
        className={styles.choice}
        aria-pressed={shuffled}
        title={shuffled ? t.beadPage.shuffleAgain : undefined}
        onClick={() => navigate(href({ sort: 'shuffle', ts: String(Date.now()) }))}
      >
        <Icon as={Shuffle} size={16} />
        {t.beadPage.shuffle}
      </button>
    </li>
  )
}
