import { searchHref, searchSizes, type SearchPageQuery } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import { Section } from './Section.tsx'
import { useWebResults } from './useWebResults.ts'
import { WebResults, WebSkeletons } from './WebResults.tsx'

const { web } = searchSizes.left

/** On the tab "Everything": the first results of other services. Renders nothing if the request fails. */
export function WebSection({ query }: { query: SearchPageQuery }) {
  const list = useWebResults(query.q, web, null)
  if (list.state === 'failed') return null
  return (
    <Section title={t.search.web} list={list} all={searchHref({ ...query, tab: 'web' })} uncounted skeleton={<WebSkeletons count={web} />}>
      <WebResults results={list.items} />
    </Section>
  )
}
