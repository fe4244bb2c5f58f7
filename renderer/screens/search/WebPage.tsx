import { useState } from 'react'
import { searchSizes, type SearchPageQuery } from '#contract/pages/search.ts'
import { failureMessage } from '#data/index.ts'
import { useMediaSourcesQuery } from '#data/search.ts'
import { t } from '#texts/index.ts'
import { joined } from '#ui/format.ts'
import { ListTail } from '#ui/ListTail.tsx'
import { EndOfList, ErrorState } from '#ui/States.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { Button } from '#ui/Button.tsx'
import { NoResults } from './NoResults.tsx'
import { useWebResults, type MediaSource } from './useWebResults.ts'
import { WebResults, WebSkeletons } from './WebResults.tsx'
import styles from './WebPage.module.css'

/** Results per page. */
const size = searchSizes.page.web

/** The tab "Web": results of other services (YouTube, …), of all of them interleaved, or of one. */
export function WebPage({ query }: { query: SearchPageQuery }) {
  const [source, setSource] = useState<MediaSource | null>(null)
  const list = useWebResults(query.q, size, source)
  return (
    <>
      <Sources current={source} onChange={setSource} />
      {list.state === 'loading' ? (
        <WebSkeletons count={size} />
      ) : list.state === 'failed' ? (
        <ErrorState title={t.search.failed(t.search.web)} message={failureMessage(list.error)} onRetry={list.retry} />
      ) : list.items.length === 0 ? (
        list.outages.length > 0 ? (
          <Outages list={list} />
        ) : (
          // Restrictions do not apply to other services.
          <NoResults query={{ ...query, category: null, own: false }} />
        )
      ) : (
        <>
          <section aria-label={t.search.web}>
            <VisuallyHidden>
              <h2>{t.search.web}</h2>
            </VisuallyHidden>
            <WebResults results={list.items} />
          </section>
          <ListTail
            more={list.more}
            onMore={list.loadMore}
            skeleton={<WebSkeletons count={2} />}
            failed={{ title: t.search.moreFailed(t.search.web), message: failureMessage(list.error) }}
            end={list.outages.length > 0 ? <Outages list={list} /> : <EndOfList>{t.search.webEnd}</EndOfList>}
            screens={3}
          />
        </>
      )}
    </>
  )
}

/** Names the services that did not answer, with a button that repeats the search. */
const Outages = ({ list: { outages, retry } }: { list: ReturnType<typeof useWebResults> }) => (
  <ErrorState
    title={t.search.outages(joined(outages.map((name) => t.search.sourceNames[name])))}
    message={t.search.outagesText}
    onRetry={retry}
  />
)

/** Buttons for all services and for each one; only if there are several. */
function Sources({ current, onChange }: { current: MediaSource | null; onChange: (source: MediaSource | null) => void }) {
  const { data } = useMediaSourcesQuery()
  const available = data?.sources.filter((one) => one.available) ?? []
  if (available.length < 2) return null
  return (
    <div className={styles.sources} role="group" aria-label={t.search.sources}>
      {[{ name: null, title: t.search.allSources }, ...available].map(({ name, title }) => (
        <Button
          key={name}
          size="small"
          kind={name === current ? 'quiet' : 'plain'}
          aria-pressed={name === current}
          onClick={() => onChange(name)}
        >
          {title}
        </Button>
      ))}
    </div>
  )
}
