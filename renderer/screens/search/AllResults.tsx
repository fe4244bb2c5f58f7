import type { SearchTab } from '#contract/rules.ts'
import { isRestricted, searchHref, searchSizes, type SearchPageQuery } from '#contract/pages/search.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { ErrorState } from '#ui/States.tsx'
import { BeadRows, BeadRowsSkeleton } from './BeadRows.tsx'
import { NoResults, Suggestions, WebSection } from './lazyParts.tsx'
import { MemberRows, MemberRowsSkeleton } from './MemberRows.tsx'
import { PostResults, PostSkeletons } from './PostResults.tsx'
import { Section } from './Section.tsx'
import { useSearchResults } from './useSearchResults.ts'

/** Number of results per type. */
const { bead, post, member } = searchSizes.left

/** The tab "Everything": the first results of each type. The tab of a type has all of them (X3). */
export function AllResults({ query }: { query: SearchPageQuery }) {
  const beads = useSearchResults(query, 'bead', bead)
  const posts = useSearchResults(query, 'post', post)
  const members = useSearchResults(query, 'member', member)
  /** The `all` property of a section: a link to the tab of the type, if it has more results than the section shows. */
  const linkToAll = (tab: SearchTab, { total }: { total: number }, shown: number) =>
    total > shown ? { all: searchHref({ ...query, tab }) } : {}
  const lists = [beads, posts, members]
  const failed = lists.find(({ state }) => state === 'failed')
  if (failed && lists.every(({ state }) => state === 'failed'))
    return (
      <ErrorState title={t.search.allFailed} message={failureMessage(failed.error)} onRetry={() => lists.forEach(({ retry }) => retry())} />
    )

  // Single lists that failed are reported by their sections.
  const ready = lists.every(({ state }) => state === 'ready')
  const nothing = ready && lists.every(({ items }) => items.length === 0)
  return (
    <>
      {nothing && <NoResults query={query} />}
      <Section title={t.search.beads} list={beads} {...linkToAll('beads', beads, bead)} skeleton={<BeadRowsSkeleton count={bead} />}>
        <BeadRows results={beads.items} />
      </Section>
      <Section title={t.search.posts} list={posts} {...linkToAll('posts', posts, post)} skeleton={<PostSkeletons count={6} />}>
        <PostResults query={query} results={posts} />
      </Section>
      {/* One member; the sidebar shows the second one. */}
      <Section title={t.search.members} list={members} {...linkToAll('members', members, 1)} skeleton={<MemberRowsSkeleton count={1} />}>
        <MemberRows results={members.items.slice(0, 1)} />
      </Section>
      {!nothing && ready && isRestricted(query) && <Suggestions query={query} types="bead,post" found={beads.total + posts.total} />}
      {/* After the lists above it have their height: otherwise it would be in view, and load, too early. */}
      {lists.every(({ state }) => state !== 'loading') && <WebSection query={query} />}
    </>
  )
}
