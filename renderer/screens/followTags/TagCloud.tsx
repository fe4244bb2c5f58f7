import { Link } from 'wouter'
import type { Category } from '#contract/rules.ts'
import { useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { maxTags, TagCloudList } from './TagCloudList.tsx'
import { usePopularTags } from './usePopularTags.ts'
import { useFollowedTags } from './useTags.ts'
import styles from './TagCloud.module.css'

/**
 * The tags that the member follows. Popular tags for visitors, for members who follow none, and for a category. Renders
 * nothing without tags.
 */
export function TagCloud({ category = null }: { category?: Category | null }) {
  const { me } = useMe()
  const { readOnly } = useSite()
  const own = useFollowedTags(maxTags)
  const prefersOwn = me !== null && category === null
  const popular = usePopularTags(category, prefersOwn && (own.state === 'loading' || own.tags.length > 0))
  const showsOwn = prefersOwn && own.tags.length > 0
  const { tags } = showsOwn ? own : popular
  if (tags.length === 0) return null
  return (
    <TagCloudList title={showsOwn ? t.followTags.cloudOwn : t.followTags.cloudPopular} tags={tags}>
      {me && !readOnly && (
        <p>
          <Link href="/followtags" className={styles.more}>
            {t.followTags.more}
          </Link>
        </p>
      )}
    </TagCloudList>
  )
}
