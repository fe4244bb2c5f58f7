import { Link } from 'wouter'
import { tagKey } from '#contract/rules.ts'
import { tagFollowersQuery, tagQuery, type SearchPageQuery } from '#contract/pages/search.ts'
import { useTagFollowersInfiniteQuery } from '#data/people.ts'
import { useSearchInfiniteQuery } from '#data/search.ts'
import { t } from '#texts/index.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import { PlayResults } from './PlayResults.tsx'
import styles from './SearchHeader.module.css'

/**
 * The header of a search for a tag: its spelling in the index, number of posts and followers, and the follow button.
 */
export function TagHeader({ tag, query }: { tag: string; query: SearchPageQuery }) {
  const { currentData, isError } = useSearchInfiniteQuery({ query: tagQuery(tag) })
  const followers = useTagFollowersInfiniteQuery({ params: { tag }, query: tagFollowersQuery }).currentData?.pages[0]?.counts.total ?? 0
  const first = currentData?.pages[0]?.results[0]
  // The search matches prefixes: the first result may be another tag. Its `collects` is the number of posts.
  const known = first && tagKey(first.title) === tagKey(tag) ? first : undefined
  const name = known?.title ?? tag
  return (
    <header className={styles.head}>
      <div className={styles.tag}>
        <h1 className={styles.name} tabIndex={-1}>
          #{name}
        </h1>
        <p className={styles.facts}>
          {currentData ? <span>{t.common.posts(known?.collects ?? 0)}</span> : !isError && <Skeleton width="5rem" height="0.9rem" />}
          {followers > 0 && (
            <Link href={`/tag/${encodeURIComponent(tag)}/followers`} className={styles.fact}>
              {t.people.followedBy(followers)}
            </Link>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <PlayResults query={query} kind="primary" />
        <FollowButton kind="tag" id={tag} name={`#${name}`} />
      </div>
    </header>
  )
}
