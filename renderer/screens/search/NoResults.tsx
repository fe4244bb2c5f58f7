import { SearchX } from 'lucide-react'
import { isRestricted, searchHref, typeOfTab, type SearchPageQuery } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { usePopularTags } from '../followTags/index.ts'
import { OtherCategories } from './OtherCategories.tsx'
import { WiderSearches } from './Suggestions.tsx'
import { useUnrestrictedResults } from './useUnrestrictedResults.ts'
import styles from './Suggestions.module.css'

/** Types of results that are counted without the restrictions, per tab. */
const typesOf: Record<SearchPageQuery['tab'], string> = {
  all: 'bead,member,post',
  beads: 'bead',
  members: 'member',
  posts: 'post',
  web: 'post',
}

/** Explains why a search has no results, and offers other searches and popular tags (X4). */
export function NoResults({ query }: { query: SearchPageQuery }) {
  return (
    <div className={styles.empty}>
      <EmptyState title={t.search.nothing(query.q)} icon={<Icon as={SearchX} size={28} />} action={<NextSteps query={query} />}>
        {isRestricted(query) ? reason(query) : t.search.nothingHint}
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

function NextSteps({ query }: { query: SearchPageQuery }) {
  const outside = useUnrestrictedResults(query, typesOf[query.tab], 0)
  return (
    <div className={styles.center}>
      {outside && <WiderSearches query={query} total={outside.total} uncounted={outside.uncounted} />}
      {query.category && outside && <OtherCategories query={query} categories={outside.categories} />}
      <div className={styles.ways}>
        {query.tab !== 'all' && (
          <ButtonLink href={searchHref({ ...query, tab: 'all' })} size="small">
            {t.search.allTypes}
          </ButtonLink>
        )}
        {/* Not on the tab "Everything", which has a section of web results, nor on "Web" itself. */}
        {typeOfTab[query.tab] && (
          <ButtonLink href={searchHref({ ...query, tab: 'web', category: null, own: false })} size="small">
            {t.search.webLink}
          </ButtonLink>
        )}
        <ButtonLink href="/discover" size="small">
          {t.common.discover}
        </ButtonLink>
      </div>
    </div>
  )
}

const maxTrendingTags = 10

function TrendingTags() {
  const { tags } = usePopularTags(null)
  if (tags.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="trending-tags">
      <h3 id="trending-tags" className={styles.title}>
        {t.search.trendingTags}
      </h3>
      <ul className={styles.tags}>
        {tags.slice(0, maxTrendingTags).map((name) => (
          <li key={name}>
            <Tag name={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}
