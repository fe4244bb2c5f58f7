import { useState } from 'react'
import { Tag, UserRound } from 'lucide-react'
import { useLocation } from 'wouter'
import { tagKey } from '#contract/rules.ts'
import { useMemberQuery } from '#data/index.ts'
import { useBeadFiltersQuery } from '#data/beadPage.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { Choices, type FilterProps } from './parts.tsx'

/** As many as a menu offers: it is scrolled, and typing goes to a name. */
const most = 50

/** What there is to choose, of what the other filters leave; asked for when somebody comes near. */
function useOptions({ bead, address: { params } }: FilterProps, type: 'tag' | 'member') {
  const [wanted, setWanted] = useState(false)
  const others = Object.fromEntries(
    ['tag', 'createdby', 'collectedby'].flatMap((name) => {
      const value = params.get(name)
      return value && name !== (type === 'tag' ? 'tag' : 'createdby') ? [[name, value]] : []
    }),
  )
  const { currentData, isError, refetch } = useBeadFiltersQuery(
    { params: { id: bead.id }, query: { type, limit: most, ...others } },
    { skip: !wanted },
  )
  const onWanted = () => {
    setWanted(true)
    if (isError) void refetch()
  }
  return { answer: currentData, failed: isError, onWanted }
}

/** One of the tags that the playlist's posts have. */
export function TagFilter(props: FilterProps) {
  const { params, href } = props.address
  const [, navigate] = useLocation()
  const { answer, failed, onWanted } = useOptions(props, 'tag')
  const current = params.get('tag')
  return (
    <Choices
      name={t.beadPage.tag}
      label={t.beadPage.tags}
      icon={<Icon as={Tag} size={16} />}
      chosen={current && t.beadPage.tagOf(current)}
      none={{ label: t.beadPage.anyTag, onSelect: () => navigate(href({ tag: null })) }}
      options={answer?.tags.map(({ id, name, count }) => ({
        id,
        label: t.beadPage.option(t.beadPage.tagOf(name), count),
        checked: current !== null && tagKey(current) === id,
        onSelect: () => navigate(href({ tag: name })),
      }))}
      failed={failed}
      empty={t.beadPage.noTags}
      onWanted={onWanted}
    />
  )
}

/** One of those who posted to it. */
export function CreatorFilter(props: FilterProps) {
  const { params, href } = props.address
  const [, navigate] = useLocation()
  const { answer, failed, onWanted } = useOptions(props, 'member')
  const current = params.get('createdby')
  const known = props.bead.topCurators?.curators.find(({ uid }) => uid === current)?.name
  const { currentData } = useMemberQuery({ params: { uid: current ?? '' } }, { skip: current === null || known !== undefined })
  return (
    <Choices
      name={t.beadPage.creator}
      label={t.beadPage.creators}
      icon={<Icon as={UserRound} size={16} />}
      chosen={current && t.beadPage.creatorOf(known ?? currentData?.name ?? `@${current}`)}
      none={{ label: t.beadPage.anybody, onSelect: () => navigate(href({ createdby: null })) }}
      options={answer?.members.map(({ id, name, count }) => ({
        id,
        label: t.beadPage.option(name, count),
        checked: current === id,
        onSelect: () => navigate(href({ createdby: id })),
      }))}
      failed={failed}
      empty={t.beadPage.noCreators}
      onWanted={onWanted}
    />
  )
}
