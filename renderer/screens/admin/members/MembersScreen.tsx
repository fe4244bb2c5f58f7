import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useAdminMembersInfiniteQuery } from '#data/adminMembers.ts'
import { failureMessage, moreOf } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { SortBar } from '#ui/SortBar.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { MemberRow } from './MemberRow.tsx'
import { lists, targetOf, type MembersTarget } from './membersTarget.ts'
import styles from './Members.module.css'

/** `/admin/members`: finds members by name, user id, e-mail address or tag (M1, S3). */
export default function MembersScreen() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const target = targetOf(search)
  return (
    <AdminPage title={t.adminMembers.title} section="members">
      <FindForm key={target.q} initial={target.q} onFind={(q) => navigate(q === '' ? path : `${path}?q=${encodeURIComponent(q)}`)} />
      {target.q === '' && (
        <SortBar
          label={t.adminMembers.lists}
          current={target.list}
          options={lists.map((id) => ({
            id,
            title: t.adminMembers.listTitles[id],
            href: id === 'newest' ? '/admin/members' : `/admin/members?list=${id}`,
          }))}
        />
      )}
      <Members target={target} />
    </AdminPage>
  )
}

function FindForm({ initial, onFind }: { initial: string; onFind: (q: string) => void }) {
  const [value, setValue] = useState(initial)
  return (
    <form
      className={styles.find}
      role="search"
      aria-label={t.adminMembers.find}
      onSubmit={(event) => {
        event.preventDefault()
        onFind(value.trim())
      }}
    >
      <Field
        label={t.adminMembers.query}
        name="q"
        type="search"
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button type="submit" kind="primary">
        {t.adminMembers.findShort}
      </Button>
    </form>
  )
}

const LoadingMembers = () => (
  <SkeletonGroup label={t.adminMembers.loading}>
    {Array.from({ length: 6 }, (_, index) => (
      <Skeleton key={index} width="100%" height="4.5rem" />
    ))}
  </SkeletonGroup>
)

function Members({ target: { q, list } }: { target: MembersTarget }) {
  const query = useAdminMembersInfiniteQuery({ query: q === '' ? { list } : { q } }, { refetchOnMountOrArgChange: true })
  const { currentData, error, isFetching } = query
  if (!currentData) {
    if (error && !isFetching) return <ErrorState message={failureMessage(error)} onRetry={() => void query.refetch()} />
    return <LoadingMembers />
  }
  const members = currentData.pages.flatMap(({ results }) => results)
  if (members.length === 0)
    return q === '' ? (
      <EmptyState level={2} title={t.adminMembers.emptyList} />
    ) : (
      <EmptyState level={2} title={t.adminMembers.none}>
        {t.adminMembers.noneText}
      </EmptyState>
    )
  return (
    <div className={styles.results}>
      <ul className={styles.list} aria-label={t.adminMembers.results}>
        {members.map((member) => (
          <MemberRow key={member.uid} member={member} />
        ))}
      </ul>
      <ListTail
        more={moreOf(query)}
        onMore={() => void query.fetchNextPage()}
        skeleton={<LoadingMembers />}
        failed={{ message: failureMessage(error) }}
      />
    </div>
  )
}
