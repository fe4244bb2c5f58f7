import { useState } from 'react'
import { Tag, UserRound } from 'lucide-react'
import { useLocation } from 'wouter'
import { tagKey } from '#contract/rules.ts'
import { useMemberQuery } from '#data/index.ts'
import { useBeadFiltersQuery } from '#data/beadPage.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { FilterMenu, type FilterProps } from './filterControls.tsx'

/** The filters whose value is chosen in a menu: tag and author. */

/** Maximum number of menu options; the menu scrolls and supports typeahead. */
const maxOptions = 50

/**
 * The tags or authors of the posts that match the other filters; fetched when the menu's button is hovered or pressed.
 */
function useFilterOptions({ bead, address: { params } }: FilterProps, type: 'tag' | 'member') {
  const [isRequested, setRequested] = useState(false)
  const otherFilters = Object.fromEntries(
    ['tag', 'createdby', 'collectedby'].flatMap((name) => {
      const value = params.get(name)
      return value && name !== (type === 'tag' ? 'tag' : 'createdby') ? [[name, value]] : []
    }),
  )
  const { currentData, isError, refetch } = useBeadFiltersQuery(
    { params: { id: bead.id }, query: { type, limit: maxOptions, ...otherFilters } },
    { skip: !isRequested },
  )
  const onPreload = () => {
    setRequested(true)
    if (isError) void refetch()
  }
  return { answer: currentData, isFailed: isError, onPreload }
}

/** Filters by a tag of the posts. */
export function TagFilter(props: FilterProps) {
  const { params, href } = props.address
  const [, navigate] = useLocation()
  const { answer, isFailed, onPreload } = useFilterOptions(props, 'tag')
  const current = params.get('tag')
  return (
    <FilterMenu
      name={t.beadPage.tag}
      label={t.beadPage.tags}
      icon={<Icon as={Tag} size={16} />}
      selected={current && t.beadPage.tagOf(current)}
      clear={{ label: t.beadPage.anyTag, onSelect: () => navigate(href({ tag: null })) }}
      options={answer?.tags.map(({ id, name, count }) => ({
        id,
        label: t.beadPage.option(t.beadPage.tagOf(name), count),
        checked: current !== null && tagKey(current) === id,
        onSelect: () => navigate(href({ tag: name })),
      }))}
      isFailed={isFailed}
      empty={t.beadPage.noTags}
      onPreload={onPreload}
    />
  )
}

/** Filters by author. */
export function CreatorFilter(props: FilterProps) {
  const { params, href } = props.address
  const [, navigate] = useLocation()
  const { answer, isFailed, onPreload } = useFilterOptions(props, 'member')
  const current = params.get('createdby')
  const knownName = props.bead.topCurators?.curators.find(({ uid }) => uid === current)?.name
  const { currentData } = useMemberQuery({ params: { uid: current ?? '' } }, { skip: current === null || knownName !== undefined })
  return (
    <FilterMenu
      name={t.beadPage.creator}
      label={t.beadPage.creators}
      icon={<Icon as={UserRound} size={16} />}
      selected={current && t.beadPage.creatorOf(knownName ?? currentData?.name ?? `@${current}`)}
      clear={{ label: t.beadPage.anyone, onSelect: () => navigate(href({ createdby: null })) }}
      options={answer?.members.map(({ id, name, count }) => ({
        id,
        label: t.beadPage.option(name, count),
        checked: current === id,
        onSelect: () => navigate(href({ createdby: id })),
      }))}
      isFailed={isFailed}
      empty={t.beadPage.noCreators}
      onPreload={onPreload}
    />
  )
}
