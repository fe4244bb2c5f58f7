import { useId, type ReactNode } from 'react'
import { Film, Link2, Music, type LucideIcon } from 'lucide-react'
import { failureMessage, uniqueBy, useListing, type Listing } from '#data/index.ts'
import { useMediaGroupInfiniteQuery, useOwnGroupInfiniteQuery } from '#data/postWizard.ts'
import { useMediaSourcesQuery } from '#data/search.ts'
import type { MediaResult } from '#contract/endpoints/mediasearch.ts'
import type { Post } from '#contract/schemas.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import type { Kind } from './form.ts'
import styles from './MediaResults.module.css'

/** Maximum number of groups: Strand's own posts and the sources (B9). */
const maxGroups = 8
/**
 * In characters. For shorter queries, the server limits sources with user uploads to a few categories (B5); a hint says
 * so.
 */
const shortQueryLength = 5

interface ResultItem {
  id: string
  title: string
  href: string
  image: string | null | undefined
  facts: string
  glyph: LucideIcon
}

interface ResultsProps {
  query: string
  kind: Exclude<Kind, 'image' | 'nomedia'>
  onPick: (href: string) => void
}

/** Search results grouped by source (D2): the first four of each, then more by a button and by scrolling. */
export default function MediaResults({ query, kind, onPick }: ResultsProps) {
  const { data } = useMediaSourcesQuery(undefined, { skip: kind !== 'video' })
  const sources = kind === 'video' ? (data?.sources ?? []).filter(({ available }) => available) : []
  return (
    <div className={styles.groups}>
      <OwnGroup query={query} kind={kind} onPick={onPick} />
      {sources.slice(0, maxGroups - 1).map(({ name, title }) => (
        <SourceGroup key={name} source={name} title={title} query={query} onPick={onPick} />
      ))}
      {kind === 'video' && query.length < shortQueryLength && <p className={styles.quiet}>{t.wizard.shortQuery}</p>}
    </div>
  )
}

const idOf = ({ id }: { id: string }) => id
const searchItemId = ({ id }: SearchItem) => id
const isPost = (entry: unknown): entry is Post => typeof entry === 'object' && entry !== null && 'media' in entry

/** The media of posts that are already in Strand. */
function OwnGroup({ query, kind, onPick }: ResultsProps) {
  const list = useListing<SearchItem>(
    useOwnGroupInfiniteQuery({ query: { q: query, type: 'post', materialize: '1', autocomplete: '1' } }),
    searchItemId,
  )
  const posts = list.items.flatMap(({ entry }) => (isPost(entry) && entry.media ? [{ ...entry, media: entry.media }] : []))
  const matching = posts.filter(({ media }) =>
    kind === 'webpage' ? media.type === 'webpage' : media.type === 'video' || media.type === 'audio',
  )
  const found = uniqueBy(matching, ({ media }) => media.href).map(({ id, media }): ResultItem => ({
    id,
    title: media.title,
    href: media.href,
    image: media.image,
    glyph: media.type === 'webpage' ? Link2 : media.type === 'audio' ? Music : Film,
    facts: [media.artist !== media.source && media.artist, media.source, media.duration !== undefined && duration(media.duration)]
      .filter(Boolean)
      .join(' · '),
  }))
  return <Group title={t.wizard.ownGroup} list={list} found={found} outage={false} onPick={onPick} />
}

/** The results of one external source. */
function SourceGroup({
  source,
  title,
  query,
  onPick,
}: {
  source: 'archive' | 'youtube' | 'vimeo' | 'soundcloud'
  title: string
  query: string
  onPick: (href: string) => void
}) {
  const mediaQuery = useMediaGroupInfiniteQuery({ query: { q: query, source } })
  const list = useListing<MediaResult>(mediaQuery, idOf)
  const found = list.items.map(({ id, title: name, href, image, type, author, duration: length }): ResultItem => ({
    id,
    title: name,
    href,
    image,
    glyph: type === 'audio' ? Music : Film,
    facts: [author, length !== undefined && duration(length)].filter(Boolean).join(' · '),
  }))
  const outage = (mediaQuery.currentData?.pages ?? []).some(({ outages }) => outages.length > 0)
  return <Group title={title} list={list} found={found} outage={outage} onPick={onPick} />
}

interface GroupProps {
  title: string
  list: Pick<Listing<unknown>, 'state' | 'more' | 'error' | 'retry' | 'loadMore' | 'items'>
  found: readonly ResultItem[]
  /** Whether the source did not respond, so that its results are missing from a successful answer. */
  outage: boolean
  onPick: (href: string) => void
}

function Group({ title, list, found, outage, onPick }: GroupProps) {
  const id = useId()
  // The first page has four items. After the button has loaded a second one, further pages load on scroll.
  const scrolls = list.items.length > 4 && list.more !== 'none'
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h4 id={id} className={styles.title}>
        {title}
      </h4>
      {found.length > 0 && (
        <ul className={styles.results}>
          {found.map((result) => (
            <li key={result.id}>
              <button type="button" className={styles.find} onClick={() => onPick(result.href)}>
                <span className={styles.picture}>
                  <Image src={result.image} alt="" seed={result.id} glyph={<Icon as={result.glyph} size={24} />} />
                </span>
                <span className={styles.words}>
                  <span className={styles.name}>{result.title}</span>
                  <span className={styles.facts}>{result.facts}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {list.state === 'loading' && <ResultsSkeleton label={t.wizard.searching(title)} />}
      {list.state === 'failed' && <Failed message={failureMessage(list.error)} onRetry={list.retry} />}
      {outage && list.state === 'ready' && <Failed message={t.wizard.outage(title)} onRetry={list.retry} />}
      {list.state === 'ready' && found.length === 0 && !outage && list.more === 'none' && (
        <p className={styles.quiet}>{t.wizard.nothing}</p>
      )}
      {list.state === 'ready' && list.more !== 'none' && !scrolls && (
        <div>
          <Button size="small" busy={list.more === 'loading'} aria-label={t.wizard.moreOf(title)} onClick={list.loadMore}>
            {t.wizard.more}
          </Button>
        </div>
      )}
      {scrolls && <InfiniteScroll hasMore paused={list.more !== 'idle'} onMore={list.loadMore} />}
      {scrolls && list.more === 'loading' && <ResultsSkeleton label={t.wizard.searching(title)} />}
    </section>
  )
}

const Failed = ({ message, onRetry }: { message: ReactNode; onRetry: () => void }) => (
  <p className={styles.failed}>
    <span role="alert">{message}</span>
    <Button size="small" onClick={onRetry}>
      {t.common.retry}
    </Button>
  </p>
)

const ResultsSkeleton = ({ label }: { label: string }) => (
  <SkeletonGroup label={label} className={styles.results}>
    {[1, 2, 3, 4].map((n) => (
      <Skeleton key={n} height="4.5rem" />
    ))}
  </SkeletonGroup>
)
