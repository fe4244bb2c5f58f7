import type { Category } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import { TagCloudList, usePopularTags } from '../followTags/index.ts'
import styles from './Intro.module.css'

/** The tag cloud for visitors (R20). The panel stays while other tags load, so that nothing below it moves. */
export function Intro({ category }: { category: Category | null }) {
  const { tags } = usePopularTags(category)
  return <div className={styles.panel}>{tags.length > 0 && <TagCloudList title={t.followTags.cloudPopular} tags={tags} />}</div>
}
