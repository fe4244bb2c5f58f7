import { Link } from 'wouter'
import type { Answer } from '#contract/endpoints.ts'
import { playablePercent, type LinkProvider } from '#contract/rules.ts'
import { useHealthOverviewQuery } from '#data/adminHealth.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { hrefOf } from './healthTarget.ts'
import { PlayableBar } from './PlayableBar.tsx'
import styles from './Health.module.css'

type Overview = Answer<'GET /api/v0/admin/health'>

/** The share of playable posts, in total and by provider. Each is a link that filters the list of playlists. */
export function ProviderFilter({ current }: { current: LinkProvider | null }) {
  const { data, error, isFetching, refetch } = useHealthOverviewQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data) {
    if (error && !isFetching) return <ErrorState message={failureMessage(error)} onRetry={() => void refetch()} />
    return (
      <SkeletonGroup label={t.admin.loading}>
        <Skeleton width="100%" height="6rem" />
      </SkeletonGroup>
    )
  }
  if (data.total === 0) return null
  return (
    <nav className={styles.providers} aria-label={t.adminHealth.providers}>
      <Tile title={t.adminHealth.all} numbers={data} href={hrefOf({ view: 'beads', provider: null })} isCurrent={current === null} />
      {data.providers.map(({ provider, ...numbers }) => (
        <Tile
          key={provider}
          title={t.adminHealth.providerNames[provider]}
          numbers={numbers}
          href={hrefOf({ view: 'beads', provider })}
          isCurrent={current === provider}
        />
      ))}
    </nav>
  )
}

function Tile({
  title,
  numbers,
  href,
  isCurrent,
}: {
  title: string
  numbers: Pick<Overview, 'total' | 'dead'>
  href: string
  isCurrent: boolean
}) {
  return (
    <Link href={href} className={styles.tile} aria-current={isCurrent ? 'true' : undefined}>
      <span className={styles.tileTitle}>{title}</span>{' '}
      <span className={styles.percent}>{t.adminHealth.playable(playablePercent(numbers))}</span> <PlayableBar {...numbers} />
      <span className={styles.soft}>{t.adminHealth.deadOf(numbers)}</span>
    </Link>
  )
}
