import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import type { Category } from '#contract/rules.ts'
import { useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { usePopularTags, useOwnTags } from './useTags.ts'
import styles from './TagCloud.module.css'

/** Tags of a cloud; the first are the largest. */
const most = 15

/**
 * The tags that a member follows, or what people talk about: for a visitor, for who follows none, and of a category.
 * Without tags there is no cloud.
 */
export function TagCloud({ category = null }: { category?: Category | null }) {
  const { me } = useMe()
  const { readOnly } = useSite()
  const own = useOwnTags(most)
  const wantsOwn = me !== null && category === null
  const popular = usePopularTags(category, wantsOwn && (own.state === 'loading' || own.tags.length > 0))
  const tags = (wantsOwn && own.tags.length > 0 ? own.tags : popular.tags).slice(0, most)
  if (tags.length === 0) return null
  return (
    <section className={styles.cloud} aria-labelledby="tag-cloud">
      <h2 id="tag-cloud" className={styles.title}>
        {tags === own.tags || (wantsOwn && own.tags.length > 0) ? t.followTags.cloudOwn : t.followTags.cloudPopular}
      </h2>
      <ul className={styles.tags}>
        {tags.map((name, n) => (
          <li key={name}>
            <Link href={`/tag/${encodeURIComponent(name)}`} className={styles.tag} style={{ '--weight': 1 - n / most } as CSSProperties}>
              #{name}
            </Link>
          </li>
        ))}
      </ul>
      {me && !readOnly && (
        <p>
          <Link href="/followtags" className={styles.more}>
            {t.followTags.more}
          </Link>
        </p>
      )}
    </section>
  )
}
