import type { Category } from '#contract/rules.ts'
import { useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { usePageTitle } from '#ui/page.ts'
import { Landing } from '#widgets/landing/index.ts'
import { BeadOfTheDay } from './BeadOfTheDay.tsx'
import { CategoryPicker } from './CategoryPicker.tsx'
import { BeadGroups } from './BeadGroups.tsx'
import { Intro } from './Intro.tsx'
import { Masthead } from './Masthead.tsx'
import { TopBeads } from './TopBeads.tsx'
import styles from './DiscoverScreen.module.css'

/** Renders nothing if its code fails to load. */
const FollowTagsPrompt = lazyComponent(() =>
  import('../followTags/index.ts').then(({ FollowTagsPrompt }) => ({ default: FollowTagsPrompt })),
)

/** Home page: the top playlists of all or of one category (V1). */
export default function DiscoverScreen({ category }: { category: Category | null }) {
  usePageTitle(category ? t.categories[category] : t.discover.title)
  const { me } = useMe()
  return (
    <div className={styles.screen}>
      {category === null && <Landing />}
      <Masthead category={category} />
      <CategoryPicker current={category} />
      <BeadOfTheDay />
      <BeadGroups category={category}>
        {me ? <FollowTagsPrompt /> : <Intro category={category} />}
        {/* The key resets the list state when the category changes. */}
        <TopBeads key={category} category={category} />
      </BeadGroups>
    </div>
  )
}
