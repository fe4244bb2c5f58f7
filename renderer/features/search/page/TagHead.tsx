import { tagKey } from '../../../../server/contract/rules.ts'
import { tagQuery, type SearchAsked } from '../../../../server/contract/searchPage.ts'
import { useSearchInfiniteQuery } from '../../../app/api/search.ts'
import { t } from '../../../texts/index.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { FollowButton } from './FollowButton.tsx'
import { PlayFinds } from './PlayFinds.tsx'
import styles from './Head.module.css'

/** What a search for a tag is about: the tag, as it is usually written, how many posts have it, and following it. */
export function TagHead({ tag, asked }: { tag: string; asked: SearchAsked }) {
  const { currentData, isError } = useSearchInfiniteQuery({ query: tagQuery(tag) })
  const first = currentData?.pages[0]?.results[0]
  const known = first && tagKey(first.title) === tagKey(tag) ? first : undefined
  const name = known?.title ?? tag
  return (
    <header className={styles.head}>
      <div className={styles.tag}>
        <h1 className={styles.name} tabIndex={-1}>#{name}</h1>
        <p className={styles.facts}>{currentData ? t.common.posts(known?.collects ?? 0) : !isError && <Skeleton width="5rem" height="0.9rem" />}</p>
      </div>
      <div className={styles.actions}>
        <PlayFinds asked={asked} kind="primary" />
        <FollowButton name={`#${name}`} follow={{ type: 'followtag', id: tag }} />
      </div>
    </header>
  )
}
