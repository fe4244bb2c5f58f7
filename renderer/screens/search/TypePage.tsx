import type { ReactNode } from 'react'
import { isRestricted, searchSizes, typeOfTab, type FoundType, type SearchPageQuery } from '#contract/pages/search.ts'
import type { Bead } from '#contract/schemas.ts'
import { failureMessage, type Listing } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { BeadCard } from '#ui/BeadCard.tsx'
import { CardGridSkeleton } from '#ui/CardGridSkeleton.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Highlighted } from '#ui/Highlighted.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { EndOfList, ErrorState } from '#ui/States.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import { NoResults, Suggestions } from './lazyParts.tsx'
import { MemberRows, MemberRowsSkeleton } from './MemberRows.tsx'
import { PostResults, PostSkeletons } from './PostResults.tsx'
import { useSearchResults, type FoundEntity } from './useSearchResults.ts'

/** The tab of one type (not "Everything" or "Web"): all its results, with infinite scroll. */
export function TypePage({ query }: { query: SearchPageQuery }) {
  const pages: Record<FoundType, ReactNode> = {
    bead: <Beads query={query} />,
    post: <Posts query={query} />,
    member: <Members query={query} />,
  }
  return pages[typeOfTab[query.tab] ?? 'post']
}

function Beads({ query }: { query: SearchPageQuery }) {
  const results = useSearchResults(query, 'bead', searchSizes.page.bead)
  return (
    <ResultList query={query} type="bead" title={t.search.beads} list={results} skeleton={(count) => <BeadSkeletons count={count} />}>
      <BeadGrid results={results.items} />
    </ResultList>
  )
}

function Posts({ query }: { query: SearchPageQuery }) {
  const results = useSearchResults(query, 'post', searchSizes.page.post)
  return (
    <ResultList query={query} type="post" title={t.search.posts} list={results} skeleton={(count) => <PostSkeletons count={count} />}>
      <PostResults query={query} results={results} />
    </ResultList>
  )
}

function Members({ query }: { query: SearchPageQuery }) {
  const results = useSearchResults(query, 'member', searchSizes.page.member)
  return (
    <ResultList
      query={query}
      type="member"
      title={t.search.members}
      list={results}
      skeleton={(count) => <MemberRowsSkeleton count={count} />}
    >
      <MemberRows results={results.items} />
    </ResultList>
  )
}

interface ResultListProps<T> {
  query: SearchPageQuery
  type: FoundType
  title: string
  list: Listing<FoundEntity<T>>
  /** The placeholder of this many items. */
  skeleton: (count: number) => ReactNode
  children: ReactNode
}

/** The states of a list of results: loading, failed, empty, and the list with its end. */
function ResultList<T>({ query, type, title, list, skeleton, children }: ResultListProps<T>) {
  if (list.state === 'loading') return skeleton(searchSizes.page[type])
  if (list.state === 'failed')
    return <ErrorState title={t.search.failed(title)} message={failureMessage(list.error)} onRetry={list.retry} />
  if (list.items.length === 0) return <NoResults query={query} />
  return (
    <>
      <section aria-label={title}>
        {/* Screen readers navigate by headings; cards are at level 3. */}
        <VisuallyHidden>
          <h2>{title}</h2>
        </VisuallyHidden>
        {children}
      </section>
      <ListTail
        more={list.more}
        onMore={list.loadMore}
        skeleton={skeleton(3)}
        failed={{ title: t.search.moreFailed(title), message: failureMessage(list.error) }}
        end={
          <>
            {isRestricted(query) && <Suggestions query={query} types={type} found={list.total} />}
            <EndOfList>{t.search.end(title)}</EndOfList>
          </>
        }
        screens={3}
      />
    </>
  )
}

/** The covers of the first six cards load eagerly: they are visible without scrolling. */
const BeadGrid = ({ results }: { results: readonly FoundEntity<Bead>[] }) => (
  <Grid of="beads">
    {results.map(({ entity, item }, n) => (
      <li key={entity.id}>
        <BeadCard
          bead={entity}
          marked={<Highlighted html={item.title_highlighted} />}
          eager={n < 6}
          follow={<FollowButton kind="bead" id={entity.id} name={entity.title} size="icon" creator={entity.creator.uid} />}
        />
      </li>
    ))}
  </Grid>
)

const BeadSkeletons = ({ count }: { count: number }) => (
  <CardGridSkeleton of="beads" label={t.search.loading(t.search.beads)} count={count} />
)
