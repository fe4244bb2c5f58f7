import { searchHref, searchSizes, type SearchPageQuery } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import { Section } from './Section.tsx'
import { useWebResults } from './useWebResults.ts'
import { WebResults, WebSkeletons } from './WebResults.tsx'

const { web } = searchSizes.left

/** A few finds of other services. They answer when they will; where none does nobody misses it. */
export function WebSection({ asked }: { asked: SearchPageQuery }) {
  const list = useWebResults(asked.q, web, null)
  if (list.state === 'failed') return null
  return (
    <Section title={t.search.web} list={list} all={searchHref({ ...asked, tab: 'web' })} uncounted skeleton={<WebSkeletons count={web} />}>
      <WebResults results={list.items} />
    </Section>
  )
}
