import type { Category } from '#contract/rules.ts'
import { useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { usePageTitle } from '#ui/page.ts'
import { Landing } from '#widgets/landing/index.ts'
import { BeadOfTheDay } from './BeadOfTheDay.tsx'
import { CategoryPicker } from './CategoryPicker.tsx'
import { Groups } from './Groups.tsx'
import { Intro } from './Intro.tsx'
import { Masthead } from './Masthead.tsx'
import { TopBeads } from './TopBeads.tsx'
import styles from './DiscoverScreen.module.css'

/** Where it cannot be had the page does without. */
const FollowTagsPrompt = lazyComponent(() =>
  import('../followTags/index.ts').then(({ FollowTagsPrompt }) => ({ default: FollowTagsPrompt })),
)

/** The home page: the best playlists of everything or of one category (V1). */
export default function DiscoverScreen({ category }: { category: Category | null }) {
  usePageTitle(category ? t.categories[category] : t.discover.title)
  const { me } = useMe()
  return (
    <div className={styles.screen}>
      {category === null && <Landing />}
      <Masthead category={category} />
      <CategoryPicker current={category} />
      <BeadOfTheDay />
      <Groups category={category}>
        {me ? <FollowTagsPrompt /> : <Intro category={category} />}
        {/* Another category is another list: what was loaded or failed of one says nothing of the next. */}
        <TopBeads key={category} category={category} />
      </Groups>
    </div>
  )
}
