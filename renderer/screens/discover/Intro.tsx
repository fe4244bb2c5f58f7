import type { Category } from '#contract/rules.ts'
import { useTouched } from '#data/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import styles from './Intro.module.css'

const TagCloud = lazyComponent(() => import('../followTags/index.ts').then(({ TagCloud }) => ({ default: TagCloud })))

/** What people talk about, as a way in (R20). It comes when somebody moves; its room is kept for it. */
export function Intro({ category }: { category: Category | null }) {
  const touched = useTouched()
  return <div className={styles.panel}>{touched && <TagCloud key={category} category={category} />}</div>
}
