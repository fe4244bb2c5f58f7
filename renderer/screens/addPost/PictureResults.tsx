import { usePictureSourcesQuery } from '#data/pictures.ts'
import { ErrorState } from '#ui/States.tsx'
import { SourceResults, type FoundPicture } from '#widgets/pictures/index.ts'
import styles from './MediaResults.module.css'

/** Maximum number of services (B9). */
const maxGroups = 8

/** Picture search results, grouped by service. */
export default function PictureResults({
  query,
  busy,
  onPick,
}: {
  query: string
  /** The picture that is being loaded. */
  busy: string | null
  onPick: (picture: FoundPicture) => void
}) {
  const { data, isError, refetch } = usePictureSourcesQuery()
  if (isError) return <ErrorState level={3} onRetry={() => void refetch()} />
  const sources = (data?.sources ?? []).filter(({ available }) => available).slice(0, maxGroups)
  return (
    <div className={styles.groups}>
      {sources.map(({ name, title }) => (
        <SourceResults key={`${name} ${query}`} source={name} title={title} query={query} busy={busy} onPick={onPick} />
      ))}
    </div>
  )
}
