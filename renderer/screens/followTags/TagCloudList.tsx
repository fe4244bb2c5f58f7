import { followedTagsQuery } from '#contract/pages/feed.ts'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './TagCloud.module.css'

/** Maximum number of tags in the cloud. */
export const maxTags = followedTagsQuery.limit

interface TagCloudListProps {
  title: string
  /** In descending importance: the first tags have the largest font. */
  tags: readonly string[]
  children?: ReactNode
}

/** A cloud of links to tags; `--weight`, from 1 for the first tag towards 0, determines the font in the style sheet. */
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
