import type { Category } from '#contract/rules.ts'
import { useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { usePageTitle } from '#ui/page.ts'
import { Landing } from '#widgets/landing/index.ts'
import { FollowTagsPrompt } from '../followTags/index.ts'
import { BeadOfTheDay } from './BeadOfTheDay.tsx'
import { CategoryPicker } from './CategoryPicker.tsx'
import { BeadGroups } from './BeadGroups.tsx'
import { Intro } from './Intro.tsx'
import { Masthead } from './Masthead.tsx'
import { TopBeads } from './TopBeads.tsx'
import styles from './DiscoverScreen.module.css'

/** `/`, `/discover` and `/{category}`: playlists of all categories or of one (V1). */
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
        {/* The key remounts the list when the category changes, so that it restores the right number of items. */}
        <TopBeads key={category} category={category} />
      </BeadGroups>
    </div>
  )
}
