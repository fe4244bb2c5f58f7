import type { ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import type { Member, MemberRef } from '#contract/schemas.ts'
import type { TagRef } from '#contract/schemas/relations.ts'
import { failureTitle, useListing, useMe, useMemberQuery } from '#data/index.ts'
import { useFollowedTagsInfiniteQuery, useFollowersInfiniteQuery, useFollowingInfiniteQuery } from '#data/people.ts'
import { t } from '#texts/index.ts'
import { usePageTitle } from '#ui/page.ts'
import { SortBar } from '#ui/SortBar.tsx'
import { MemberFailure, MemberList, TagList } from '#widgets/people/index.ts'
import { MiniHeader, MiniHeaderSkeleton } from './MiniHeader.tsx'
import { useRestoredQuery } from './useRestoredQuery.ts'
import styles from './PeopleScreens.module.css'

interface MembersScreenProps {
  uid: string
  list: 'followers' | 'following'
  of: 'members' | 'tags'
}

type ListName = 'followers' | 'following' | 'tags'

const titleOf = (listName: ListName, name: string): string =>
  ({ followers: t.people.followersOfTitle, following: t.people.followedByTitle, tags: t.people.tagsOfTitle })[listName](name)

/**
 * The followers of a member, and the members or tags that the member follows: `/p/{uid}/followers`,
 * `/p/{uid}/following` and `/p/{uid}/following/tags` (F3).
 */
export default function MembersScreen({ uid, list, of }: MembersScreenProps) {
  const listName: ListName = of === 'tags' ? 'tags' : list
  const { currentData: member, error, refetch } = useMemberQuery({ params: { uid } })
  usePageTitle(member ? titleOf(listName, member.name) : error && failureTitle(error, t.member.notFoundTitle))
  if (!member && error) return <MemberFailure error={error} onRetry={() => void refetch()} />
  const List = lists[listName]
  return (
    <div className={styles.page}>
      {member ? (
        <MiniHeader member={member} title={titleOf(listName, member.name)} backLink={{ href: `/p/${uid}`, text: t.people.back }} />
      ) : (
        <MiniHeaderSkeleton />
      )}
      <SortBar
        label={t.people.lists}
        current={listName}
        options={[
          { id: 'followers', title: t.people.followers, href: `/p/${uid}/followers` },
          { id: 'following', title: t.people.following, href: `/p/${uid}/following` },
          { id: 'tags', title: t.people.tags, href: `/p/${uid}/following/tags` },
        ]}
      />
      {member && <List member={member} />}
    </div>
  )
}

const uidOf = ({ uid }: MemberRef): string => uid
const idOf = ({ id }: TagRef): string => id

/** One component per list, since each has a query hook of its own. */
const lists: Record<ListName, (props: { member: Member }) => ReactNode> = {
  followers: function Followers({ member }) {
    const [query, rememberLimit] = useRestoredQuery('followers', limits.page.members)
    const list = useListing(useFollowersInfiniteQuery({ params: { uid: member.uid }, query }), uidOf, rememberLimit)
    return <MemberList list={list} label={t.people.followers} empty={t.people.noFollowers(member.name)} />
  },
  following: function Following({ member }) {
    const [query, rememberLimit] = useRestoredQuery('following', limits.page.members)
    const list = useListing(useFollowingInfiniteQuery({ params: { uid: member.uid }, query }), uidOf, rememberLimit)
    return <MemberList list={list} label={t.people.following} empty={t.people.noFollowing(member.name)} />
  },
  tags: function Tags({ member }) {
    const { me } = useMe()
    const [query, rememberLimit] = useRestoredQuery('tags', limits.page.members)
    // Tags can be followed on many pages, so the viewer's own list in the cache may be stale.
    const list = useListing(
      useFollowedTagsInfiniteQuery({ params: { uid: member.uid }, query }, { refetchOnMountOrArgChange: me?.uid === member.uid }),
      idOf,
      rememberLimit,
    )
    return <TagList list={list} label={t.people.tags} empty={t.people.noTags(member.name)} />
  },
}
