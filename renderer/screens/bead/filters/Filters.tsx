import { useEffect, useRef, type ComponentType } from 'react'
import { Shuffle } from 'lucide-react'
import { useLocation } from 'wouter'
import { filterCall } from '#contract/pages/playlist.ts'
import type { Bead } from '#contract/schemas.ts'
import { useMe, useSite } from '#data/index.ts'
import { useCollectedCountQuery } from '#data/beadPage.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { useKeptFocus } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { ArrangeButton } from '../arrange/ArrangeButton.tsx'
import { useAddress } from './address.ts'
import { CreatorFilter, TagFilter } from './choices.tsx'
import { Choice, type FilterProps } from './parts.tsx'
import styles from './Filters.module.css'

/** In their order. Another one is a component of its own here, and its name in the address among those of `contract/playlist`. */
const filters: ComponentType<FilterProps>[] = [PartnerFilters, OwnFilter, ShuffleFilter, TagFilter, CreatorFilter, CuratorFilters]

/** Which posts of a playlist (B2, B4): each filter stands in the address, they combine, and one link leaves them all. */
export function Filters({ bead }: { bead: Bead }) {
  const address = useAddress(bead)
  const bar = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  // What was pressed may be gone with it: the filter of a collection that has become empty.
  useKeptFocus(list, (place) => list.current?.children[Math.max(0, place - 1)]?.querySelector('a, button'))
  // What an address has set is not what is cut off.
  useEffect(() => {
    const [all, one] = [bar.current, list.current?.querySelector('li > [aria-current]')].map((element) => element?.getBoundingClientRect())
    if (all && one && one.right > all.right) bar.current!.scrollLeft += one.right - all.right
  }, [address])
  return (
    <div className={styles.row}>
      <nav ref={bar} className={styles.bar} aria-label={t.beadPage.filters}>
        <ul ref={list} className={styles.list}>
          <Choice href={address.all} on={address.filters === 0 && !address.shuffled}>
            {t.beadPage.allPosts}
          </Choice>
          {filters.map((Filter, n) => (
            <Filter key={n} bead={bead} address={address} />
          ))}
        </ul>
      </nav>
      <ArrangeButton bead={bead} />
    </div>
  )
}

/** A partner's own (PS1), as far as they list posts. */
function PartnerFilters({ bead, address: { params, href } }: FilterProps) {
  const own = (bead.partnerMetaData?.customFilters ?? []).filter((one) => filterCall(one) !== null)
  const current = params.get('filter')
  return own.map(({ name }) => (
    <Choice key={name} href={href({ filter: name === current ? null : name })} on={name === current}>
      {name}
    </Choice>
  ))
}

/** What one has collected here, with how much that is; a visitor is told how to (B2). */
function OwnFilter({ bead, address: { params, href } }: FilterProps) {
  const { me, loading } = useMe()
  const { data } = useCollectedCountQuery({ query: { collectedby: 'self', bead: bead.id } }, { skip: !me })
  const on = params.get('collectedby') === 'self'
  const count = me ? data?.count : undefined
  if (loading || (me && !on && !count)) return null
  return (
    <Choice href={href({ collectedby: on ? null : 'self' })} on={on}>
      {count === undefined ? t.beadPage.own : t.beadPage.ownCount(count)}
    </Choice>
  )
}

/** Who has put most into it, the featured curator first; what the team and the blog post is everybody's there (B9). */
function CuratorFilters({ bead, address: { params, href } }: FilterProps) {
  const {
    featured: { team, blog },
  } = useSite()
  const curators = bead.topCurators?.curators ?? []
  // Where one member has posted it all there is nothing to choose.
  if (bead.id === team || bead.id === blog || curators.length < 2) return null
  const current = params.get('createdby')
  return curators.map((member) => (
    <Choice
      key={member.uid}
      href={href({ createdby: member.uid === current ? null : member.uid })}
      on={member.uid === current}
      label={t.beadPage.curator(member.name)}
      pictured
    >
      <Avatar member={member} size="small" />
      <span className={styles.name}>{member.name}</span>
    </Choice>
  ))
}

/** Another order each time it is pressed. Its seed stands in the address: paging, going back and a reload find the same one. */
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
