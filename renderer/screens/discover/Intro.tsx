import type { Category } from '#contract/rules.ts'
import { useTouched } from '#data/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import styles from './Intro.module.css'

const TagCloud = lazyComponent(() => import('../followTags/index.ts').then(({ TagCloud }) => ({ default: TagCloud })))

/** Tag cloud for visitors (R20). Loads at the first interaction; the panel reserves its space. */
export function Intro({ category }: { category: Category | null }) {
  const hasInteracted = useTouched()
  return <div className={styles.panel}>{hasInteracted && <TagCloud key={category} category={category} />}</div>
}
