import type { ReactNode } from 'react'
import { isRestricted, searchSizes, typeOfTab, type FoundType, type SearchPageQuery } from '#contract/pages/search.ts'
import type { Bead } from '#contract/schemas.ts'
import { failureMessage, type Listing } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { BeadCard } from '#ui/BeadCard.tsx'
import { CardSkeleton } from '#ui/Card.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Highlighted } from '#ui/Highlighted.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { SkeletonGroup } from '#ui/Skeleton.tsx'
import { EndOfList, ErrorState } from '#ui/States.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import { NoResults, Suggestions } from './lazyParts.tsx'
import { MemberRows, MemberRowsSkeleton } from './MemberRows.tsx'
import { PostResults, PostSkeletons } from './PostResults.tsx'
import { useSearchResults, type Found } from './useSearchResults.ts'

/** Everything of one type, as far as one scrolls. */
export function TypePage({ asked }: { asked: SearchPageQuery }) {
  const pages: Record<FoundType, ReactNode> = {
    bead: <Beads asked={asked} />,
    post: <Posts asked={asked} />,
    member: <Members asked={asked} />,
  }
  return pages[typeOfTab[asked.tab] ?? 'post']
}

function Beads({ asked }: { asked: SearchPageQuery }) {
  const results = useSearchResults(asked, 'bead', searchSizes.page.bead)
  return (
    <FoundList asked={asked} type="bead" title={t.search.beads} list={results} skeleton={(count) => <BeadSkeletons count={count} />}>
      <BeadGrid results={results.items} />
    </FoundList>
  )
}

function Posts({ asked }: { asked: SearchPageQuery }) {
  const results = useSearchResults(asked, 'post', searchSizes.page.post)
  return (
    <FoundList asked={asked} type="post" title={t.search.posts} list={results} skeleton={(count) => <PostSkeletons count={count} />}>
      <PostResults asked={asked} results={results} />
    </FoundList>
  )
}

function Members({ asked }: { asked: SearchPageQuery }) {
  const results = useSearchResults(asked, 'member', searchSizes.page.member)
  return (
    <FoundList
      asked={asked}
      type="member"
      title={t.search.members}
      list={results}
      skeleton={(count) => <MemberRowsSkeleton count={count} />}
    >
      <MemberRows results={results.items} />
    </FoundList>
  )
}

interface FoundListProps<T> {
  asked: SearchPageQuery
  type: FoundType
  title: string
  list: Listing<Found<T>>
  /** Shapes of so many, in the place of what is on its way. */
  skeleton: (count: number) => ReactNode
  children: ReactNode
}

function FoundList<T>({ asked, type, title, list, skeleton, children }: FoundListProps<T>) {
  if (list.state === 'loading') return skeleton(searchSizes.page[type])
  if (list.state === 'failed')
    return <ErrorState title={t.search.failed(title)} message={failureMessage(list.error)} onRetry={list.retry} />
  if (list.items.length === 0) return <NoResults asked={asked} />
  return (
    <>
      <section aria-label={title}>
        {/* A screen reader goes from heading to heading, and cards have the third level. */}
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
            {isRestricted(asked) && <Suggestions asked={asked} types={type} found={list.total} />}
            <EndOfList>{t.search.end(title)}</EndOfList>
          </>
        }
        screens={3}
      />
    </>
  )
}

const BeadGrid = ({ results }: { results: readonly Found<Bead>[] }) => (
  <Grid of="beads">
    {results.map(({ thing, item }, n) => (
      <li key={thing.id}>
        <BeadCard
          bead={thing}
          marked={<Highlighted html={item.title_highlighted} />}
          eager={n < 6}
          follow={<FollowButton kind="bead" id={thing.id} name={thing.title} size="icon" creator={thing.creator.uid} />}
        />
      </li>
    ))}
  </Grid>
)

const BeadSkeletons = ({ count }: { count: number }) => (
  <SkeletonGroup label={t.search.loading(t.search.beads)}>
    <Grid of="beads">
      {Array.from({ length: count }, (_, n) => (
        <li key={n}>
          <CardSkeleton ratio="1/1" />
        </li>
      ))}
    </Grid>
  </SkeletonGroup>
)
