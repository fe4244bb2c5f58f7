import type { CSSProperties } from 'react'
import { t } from '#texts/index.ts'
import { targetTagCount } from './useTags.ts'
import styles from './Progress.module.css'

/** A progress bar for the number of followed tags, up to `enoughTags`; `count` is null while loading. */
export const Progress = ({ count }: { count: number | null }) => (
  <div className={styles.progress}>
    <div className={styles.steps} aria-hidden="true" style={{ '--done': Math.min(1, (count ?? 0) / targetTagCount) } as CSSProperties}>
      <span className={styles.done} />
    </div>
    <p role="status" className={styles.words}>
      {count === null
        ? t.common.loading
        : count > targetTagCount
          ? t.followTags.enough(count)
          : t.followTags.progress(count, targetTagCount)}
    </p>
  </div>
)
