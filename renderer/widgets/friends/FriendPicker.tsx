import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { MemberRef } from '#contract/schemas.ts'
import { failureMessage, useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { MemberChoice } from './MemberChoice.tsx'
import { chooseAll, chooseNone } from './members.ts'
import { MemberSearch } from './MemberSearch.tsx'
import { useFriends } from './useFriends.ts'
import styles from './FriendPicker.module.css'

export interface FriendPickerProps {
  chosen: readonly MemberRef[]
  onChange: (chosen: MemberRef[]) => void
  /** Uids that cannot be chosen, such as members already invited. */
  exclude?: readonly string[] | undefined
  /** Maximum number of chosen members. */
  max?: number
  /** Also search members who are not followers. */
  searchesAll?: boolean
  /** Content above the list. */
  top?: ReactNode
}

/** The filter field is shown from this number of followers on. */
const filterThreshold = 8

/** Multiple choice among the signed-in member's followers (O5), for invitations and shares. */
export function FriendPicker(props: FriendPickerProps) {
  const { me } = useMe()
  return me && <Picker uid={me.uid} {...props} />
}

function Picker({ uid, chosen, onChange, exclude = [], max = Infinity, searchesAll = false, top }: FriendPickerProps & { uid: string }) {
  const id = useId()
  const [query, setQuery] = useState('')
  /** The member's followers. */
  const list = useFriends(uid, exclude)
  // The selection may change while "Select all" loads the remaining pages.
  const latest = useRef(chosen)
  useEffect(() => void (latest.current = chosen), [chosen])
  const { friends } = list
  if (list.failed !== null)
    return <ErrorState level={3} title={t.friends.failed} message={failureMessage(list.failed)} onRetry={list.retry} />
  if (friends === undefined) return <FriendsSkeleton />

  const isChosen = (member: MemberRef) => chosen.some((one) => one.uid === member.uid)
  const toggle = (member: MemberRef) => onChange(isChosen(member) ? chosen.filter((one) => one.uid !== member.uid) : [...chosen, member])
  const isFull = chosen.length >= max
  const hasSelected = friends.some(isChosen)
  const allSelected = hasSelected && (isFull || (!list.hasMore && friends.every(isChosen)))
  // If everything selectable is selected, the button deselects.
  const toggleAll = () =>
    allSelected
      ? onChange(chooseNone(chosen, friends))
      : void list.gather(max).then((found) => onChange(chooseAll(latest.current, found, max)))
  const needle = query.trim().toLocaleLowerCase()
  const shown = friends.filter(({ name, uid: handle }) => `${name} @${handle}`.toLocaleLowerCase().includes(needle))
  const searches = searchesAll && needle !== ''

  return (
    <section className={styles.picker} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {t.friends.title}
        </h3>
        {friends.length > 0 && (
          <Button size="small" kind="plain" busy={list.gathering} disabled={isFull && !hasSelected} onClick={toggleAll}>
            {allSelected ? t.friends.unselectAll : t.friends.selectAll}
          </Button>
        )}
      </div>
      {top}
      {(searchesAll || friends.length >= filterThreshold || list.hasMore) && (
        <Field
          label={searchesAll ? t.friends.search : t.friends.filter}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          // Enter must not submit the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {friends.length === 0 && !searches ? (
        <p className={styles.none}>{searchesAll ? t.friends.noneSearch : t.friends.none}</p>
      ) : (
        <div className={styles.scroll}>
          {shown.length > 0 && (
            <ul className={styles.list} aria-label={t.friends.title}>
              {shown.map((member) => (
                <li key={member.uid}>
                  <MemberChoice member={member} chosen={isChosen(member)} disabled={isFull && !isChosen(member)} onToggle={toggle} />
                </li>
              ))}
            </ul>
          )}
          {shown.length === 0 && !list.hasMore && !searches && <p className={styles.none}>{t.friends.noneFits}</p>}
          {!searches && <InfiniteScroll hasMore={list.hasMore} paused={list.loadingMore || list.moreFailed} onMore={list.loadMore} />}
          {list.loadingMore && <FriendsSkeleton />}
          {list.moreFailed && (
            <Button size="small" onClick={list.loadMore}>
              {t.common.retry}
            </Button>
          )}
          {searches && (
            <MemberSearch
              query={query.trim()}
              exclude={[uid, ...exclude, ...shown.map((friend) => friend.uid)]}
              isOnlyList={shown.length === 0}
            >
              {(member) => (
                <MemberChoice member={member} chosen={isChosen(member)} disabled={isFull && !isChosen(member)} onToggle={toggle} />
              )}
            </MemberSearch>
          )}
        </div>
      )}
      <p className={styles.count} role="status">
        {chosen.length === 0 ? '' : isFull ? t.friends.full(chosen.length) : t.friends.chosen(chosen.length)}
      </p>
    </section>
  )
}

const FriendsSkeleton = () => (
  <SkeletonGroup label={t.common.loading} className={styles.skeleton} count={4}>
    <Skeleton height="2.5rem" />
  </SkeletonGroup>
)
