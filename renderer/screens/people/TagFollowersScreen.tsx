import { limits } from '#contract/limits.ts'
import { normaliseTag } from '#contract/rules.ts'
import type { MemberRef } from '#contract/schemas.ts'
import { tagFollowersQuery } from '#contract/pages/search.ts'
import { useListing } from '#data/index.ts'
import { useTagFollowersInfiniteQuery } from '#data/people.ts'
import { t } from '#texts/index.ts'
import { usePageTitle } from '#ui/page.ts'
import { FollowButton } from '#widgets/follow/index.ts'
import { MemberList } from '#widgets/people/index.ts'
import { MiniHeader } from './MiniHeader.tsx'
import { useRestoredQuery } from './useRestoredQuery.ts'
import styles from './PeopleScreens.module.css'

const uidOf = ({ uid }: MemberRef): string => uid

/** `/tag/{tag}/followers`: followers of a tag (W5). */
export default function TagFollowersScreen({ tag: tagInUrl }: { tag: string }) {
  const tag = normaliseTag(tagInUrl)
  const title = t.people.followersOfTitle(`#${tag}`)
  const [query, rememberLimit] = useRestoredQuery('followers', limits.page.members)
  const list = useListing(
    useTagFollowersInfiniteQuery({ params: { tag }, query: { ...tagFollowersQuery, ...query } }),
    uidOf,
    rememberLimit,
  )
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <MiniHeader
        title={title}
        description={list.state === 'ready' && list.total > 0 && t.people.followedBy(list.total)}
        backLink={{ href: `/tag/${encodeURIComponent(tag)}`, text: t.people.backToTag }}
        action={<FollowButton kind="tag" id={tag} name={`#${tag}`} />}
      />
      <MemberList list={list} label={t.people.followers} empty={t.people.noTagFollowers} />
    </div>
  )
}
