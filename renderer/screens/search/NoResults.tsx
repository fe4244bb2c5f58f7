import { SearchX } from 'lucide-react'
import { isRestricted, searchHref, typeOfTab, type SearchPageQuery } from '#contract/pages/search.ts'
import { useTrendingQuery } from '#data/search.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { popularTags } from '../followTags/index.ts'
import { OtherCategories } from './OtherCategories.tsx'
import { WaysOut } from './Suggestions.tsx'
import { useOutside } from './useUnrestrictedResults.ts'
import styles from './Suggestions.module.css'

/** Types that a search without results is asked again for, without what restricts it. */
const typesOf: Record<SearchPageQuery['tab'], string> = {
  all: 'bead,member,post',
  beads: 'bead',
  members: 'member',
  posts: 'post',
  web: 'post',
}

/** Nothing was found: why that may be, and where to go on (X4). */
export function NoResults({ asked }: { asked: SearchPageQuery }) {
  return (
    <div className={styles.empty}>
      <EmptyState title={t.search.nothing(asked.q)} icon={<Icon as={SearchX} size={28} />} action={<Ways asked={asked} />}>
        {isRestricted(asked) ? reason(asked) : t.search.nothingHint}
      </EmptyState>
      <TrendingTags />
    </div>
  )
}

function reason({ category, own }: SearchPageQuery): string {
  const name = category && t.categories[category]
  if (own) return name ? t.search.nothingOwnIn(name) : t.search.nothingOwn
  return name ? t.search.nothingIn(name) : t.search.nothingHint
}

function Ways({ asked }: { asked: SearchPageQuery }) {
  const outside = useOutside(asked, typesOf[asked.tab], 0)
  return (
    <div className={styles.center}>
      {isRestricted(asked) && outside && <WaysOut asked={asked} total={outside.total} uncounted={outside.uncounted} />}
      {asked.category && outside && <OtherCategories asked={asked} categories={outside.categories} />}
      <div className={styles.ways}>
        {asked.tab !== 'all' && (
          <ButtonLink href={searchHref({ ...asked, tab: 'all' })} size="small">
            {t.search.allTypes}
          </ButtonLink>
        )}
        {/* On everything it stands below, and on its own page there was nothing. */}
        {typeOfTab[asked.tab] && (
          <ButtonLink href={searchHref({ ...asked, tab: 'web', category: null, own: false })} size="small">
            {t.search.webLink}
          </ButtonLink>
        )}
        <ButtonLink href="/discover" size="small">
          {t.search.discover}
        </ButtonLink>
      </div>
    </div>
  )
}

const maxTrendingTags = 10

function TrendingTags() {
  const { currentData } = useTrendingQuery({ query: {} })
  const tags = popularTags(
    (currentData?.results ?? []).map(({ post }) => post),
    maxTrendingTags,
  )
  if (tags.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="trending-tags">
      <h3 id="trending-tags" className={styles.title}>
        {t.search.trendingTags}
      </h3>
      <ul className={styles.tags}>
        {tags.map((name) => (
          <li key={name}>
            <Tag name={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}
