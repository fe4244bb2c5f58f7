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

const { bead, post, member } = searchSizes.left

/** Some of each type, the whole of which is on a page of its own (X3). */
export function Everything({ asked }: { asked: SearchPageQuery }) {
  const beads = useSearchResults(asked, 'bead', bead)
  const posts = useSearchResults(asked, 'post', post)
  const members = useSearchResults(asked, 'member', member)
  /** Where there are more than are shown here. */
  const all = (tab: SearchTab, { total }: { total: number }, shown: number) => (total > shown ? { all: searchHref({ ...asked, tab }) } : {})
  const lists = [beads, posts, members]
  const failed = lists.find(({ state }) => state === 'failed')
  if (failed && lists.every(({ state }) => state === 'failed'))
    return (
      <ErrorState title={t.search.allFailed} message={failureMessage(failed.error)} onRetry={() => lists.forEach(({ retry }) => retry())} />
    )

  const ready = lists.every(({ state }) => state === 'ready')
  const nothing = ready && lists.every(({ items }) => items.length === 0)
  return (
    <>
      {nothing && <NoResults asked={asked} />}
      <Section title={t.search.beads} list={beads} {...all('beads', beads, bead)} skeleton={<BeadRowsSkeleton count={bead} />}>
        <BeadRows results={beads.items} />
      </Section>
      <Section title={t.search.posts} list={posts} {...all('posts', posts, post)} skeleton={<PostSkeletons count={6} />}>
        <PostResults asked={asked} results={posts} />
      </Section>
      <Section title={t.search.members} list={members} {...all('members', members, 1)} skeleton={<MemberRowsSkeleton count={1} />}>
        <MemberRows results={members.items.slice(0, 1)} />
      </Section>
      {!nothing && ready && isRestricted(asked) && <Suggestions asked={asked} types="bead,post" found={beads.total + posts.total} />}
      {lists.every(({ state }) => state !== 'loading') && <WebSection asked={asked} />}
    </>
  )
}
