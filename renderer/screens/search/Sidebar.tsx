import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { curatorsQuery, sideSizes, searchSizes, termOfQuery, type SearchPageQuery } from '#contract/pages/search.ts'
import { useRelatedTagsQuery, useTagCuratorsInfiniteQuery } from '#data/search.ts'
import { toListing } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { SkeletonRow } from '#ui/SkeletonRow.tsx'
import { Tag } from '#ui/Tag.tsx'
import { VerifiedMark } from '#ui/Verified.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import { MemberRows } from './MemberRows.tsx'
import { useSearchResults } from './useSearchResults.ts'
import styles from './Sidebar.module.css'

/**
 * Beside the results: related tags, contributors, and on the tab "Everything" the second member that was found (X3).
 */
export function Sidebar({ query }: { query: SearchPageQuery }) {
  const word = termOfQuery(query.q)
  return (
    <aside className={styles.side} aria-label={t.search.side}>
      {word !== null && <RelatedTags key={`tags ${query.tab}`} word={word} query={query} />}
      {word !== null && <Contributors key={`curators ${query.tab}`} word={word} query={query} />}
      {query.tab === 'all' && <NextMember query={query} />}
    </aside>
  )
}

/**
 * Tags that often occur with the searched tag, or in posts with the searched words. A button loads up to 50, the
 * limit of the API.
 */
function RelatedTags({ word, query }: { word: string; query: SearchPageQuery }) {
  const { tags } = sideSizes(query.tab)
  const [all, setAll] = useState(false)
  const few = useRelatedTagsQuery({ params: { query: word }, query: { limit: tags } })
  const more = useRelatedTagsQuery({ params: { query: word }, query: { limit: 50 } }, { skip: !all })
  const shown = (all && more.currentData) || few.currentData
  if (few.isError || shown?.results.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="related-tags">
      <PartHead
        id="related-tags"
        title={t.search.relatedTags}
        total={shown?.counts.total ?? 0}
        shown={shown?.results.length ?? 0}
        busy={all && more.isFetching}
        onAll={
          all && !more.isError
            ? undefined
            : () => {
                setAll(true)
                if (more.isError) void more.refetch()
              }
        }
      />
      {shown ? (
        <ul className={styles.tags}>
          {shown.results.map(({ id, name }) => (
            <li key={id}>
              <Tag name={name} />
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonGroup label={t.search.loading(t.search.relatedTags)} className={styles.tags}>
          {[5, 7, 4, 6, 5, 8].map((width, n) => (
            <Skeleton key={n} width={`${width}rem`} height="1.6rem" className={styles.skeletonRow} />
          ))}
        </SkeletonGroup>
      )}
    </section>
  )
}

/**
 * The members with the most matching posts. On the tab of a type, scrolling loads more of them; on the tab "Everything"
 * only after the button was pressed.
 */
function Contributors({ word, query }: { word: string; query: SearchPageQuery }) {
  const { curators } = sideSizes(query.tab)
  const [all, setAll] = useState(query.tab !== 'all')
  const result = useTagCuratorsInfiniteQuery({ params: { tag: word }, query: curatorsQuery(query, curators) })
  const list = toListing(result, result.currentData?.pages.flatMap(({ results }) => results) ?? [])
  if (list.state === 'failed' || (list.state === 'ready' && list.items.length === 0)) return null
  return (
    <section className={styles.part} aria-labelledby="contributors">
      <PartHead
        id="contributors"
        title={t.search.contributors}
        total={list.total}
        shown={list.items.length}
        busy={list.more === 'loading'}
        onAll={
          all
            ? undefined
            : () => {
                setAll(true)
                list.loadMore()
              }
        }
      />
      {list.state === 'loading' ? (
        <PeopleSkeleton count={curators} />
      ) : (
        <ul className={styles.people}>
          {list.items.map((member) => (
            <li key={member.uid} className={styles.person}>
              <Avatar member={member} />
              <span className={styles.words}>
                <Link href={`/p/${member.uid}`} className={styles.name}>
                  {member.name}
                  <VerifiedMark member={member} />
                </Link>
                <span className={styles.small}>{t.common.posts(member.count)}</span>
              </span>
              <FollowButton kind="member" id={member.uid} name={member.name} size="round" />
            </li>
          ))}
        </ul>
      )}
      {list.more === 'failed' && (
        <Button size="small" onClick={list.loadMore}>
          {t.common.retry}
        </Button>
      )}
      <InfiniteScroll hasMore={all && list.more !== 'none'} paused={list.more !== 'idle'} screens={2} onMore={list.loadMore} />
    </section>
  )
}

/** The second member of the results; the first one is in the main column. */
function NextMember({ query }: { query: SearchPageQuery }) {
  const { items } = useSearchResults(query, 'member', searchSizes.left.member)
  const next = items.slice(1, 2)
  if (next.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="next-member">
      <h2 id="next-member" className={styles.title}>
        {t.search.nextMember}
      </h2>
      <MemberRows results={next} narrow />
    </section>
  )
}

interface PartHeadProps {
  id: string
  title: string
  /** Number of items in total, and of those that are shown. */
  total: number
  shown: number
  busy: boolean
  /** Loads all items; undefined if that has started. */
  onAll: (() => void) | undefined
}

/** The heading of a part, with a button that shows all items. */
function PartHead({ id, title, total, shown, busy, onAll }: PartHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const words = t.search.listAll(total, false)
  const list = () => {
    // The button disappears, so move the focus to the heading.
    heading.current?.focus()
    onAll?.()
  }
  return (
    <div className={styles.head}>
      <h2 ref={heading} id={id} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {onAll && total > shown && (
        <button
          type="button"
          className={styles.all}
          aria-busy={busy || undefined}
          aria-label={t.search.listAllOf(words, title)}
          onClick={list}
        >
          {words}
        </button>
      )}
    </div>
  )
}

const PeopleSkeleton = ({ count }: { count: number }) => (
  <SkeletonGroup label={t.search.loading(t.search.contributors)} className={styles.people} count={count}>
    <SkeletonRow
      className={styles.person}
      picture="2rem"
      words={styles.skeleton}
      widths={['8rem', '4rem']}
      heights={['0.9rem', '0.8rem']}
    />
  </SkeletonGroup>
)
