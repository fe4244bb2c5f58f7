import { followedTagsQuery } from '#contract/pages/feed.ts'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './TagCloud.module.css'

/** Maximum number of tags. */
export const maxTags = followedTagsQuery.limit

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
