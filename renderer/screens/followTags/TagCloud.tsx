import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'wouter'
import type { Category } from '#contract/rules.ts'
import { useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { usePopularTags, useOwnTags } from './useTags.ts'
import styles from './TagCloud.module.css'

/** Maximum number of tags. */
const maxTags = 15

/**
 * The tags a member follows. Popular tags for visitors, for members who follow none, and on category pages. Renders nothing without tags.
 */
export function TagCloud({ category = null }: { category?: Category | null }) {
  const { me } = useMe()
  const { readOnly } = useSite()
  const own = useOwnTags(maxTags)
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

interface TagCloudListProps {
  title: string
  /** The first are the largest. */
  tags: readonly string[]
  children?: ReactNode
}

export function TagCloudList({ title, tags, children }: TagCloudListProps) {
  return (
    <section className={styles.cloud} aria-labelledby="tag-cloud">
      <h2 id="tag-cloud" className={styles.title}>
        {title}
      </h2>
      <ul className={styles.tags}>
        {tags.slice(0, maxTags).map((name, n) => (
          <li key={name}>
            <Link href={`/tag/${encodeURIComponent(name)}`} className={styles.tag} style={{ '--weight': 1 - n / maxTags } as CSSProperties}>
              #{name}
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
