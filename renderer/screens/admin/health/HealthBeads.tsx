import { ListMusic } from 'lucide-react'
import { Link } from 'wouter'
import type { BeadHealth } from '#contract/endpoints/health.ts'
import { playablePercent, type LinkProvider } from '#contract/rules.ts'
import { useHealthBeadsInfiniteQuery } from '#data/adminHealth.ts'
import { failureMessage, moreOf } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Section } from '../sections.tsx'
import { CheckedDate } from './CheckedDate.tsx'
import { hrefOf } from './healthTarget.ts'
import { PlayableBar } from './PlayableBar.tsx'
import styles from './Health.module.css'

/** Playlists by their share of playable posts, worst first. */
export function HealthBeads({ provider }: { provider: LinkProvider | null }) {
  const name = provider === null ? null : t.adminHealth.providerNames[provider]
  return (
    <Section title={name === null ? t.adminHealth.worst : t.adminHealth.worstOf(name)}>
      <Beads provider={provider} name={name} />
    </Section>
  )
}

const LoadingBeads = () => (
  <SkeletonGroup label={t.admin.loading} count={6}>
    <Skeleton width="100%" height="4.5rem" />
  </SkeletonGroup>
)

function Beads({ provider, name }: { provider: LinkProvider | null; name: string | null }) {
  const query = useHealthBeadsInfiniteQuery({ query: provider === null ? {} : { provider } }, { refetchOnMountOrArgChange: true })
  const { currentData, error, isFetching } = query
  if (!currentData) {
    if (error && !isFetching) return <ErrorState message={failureMessage(error)} onRetry={() => void query.refetch()} />
    return <LoadingBeads />
  }
  const beads = currentData.pages.flatMap(({ results }) => results)
  if (beads.length === 0)
    return (
      <EmptyState
        title={name === null ? t.adminHealth.empty : t.adminHealth.emptyProvider(name)}
        action={name !== null && <ButtonLink href={hrefOf({ view: 'beads', provider: null })}>{t.adminHealth.showAll}</ButtonLink>}
      />
    )
  return (
    <div className={styles.section}>
      <ul className={styles.list} aria-label={t.adminHealth.views.beads}>
        {beads.map((health) => (
          <Row key={health.bead.id} health={health} />
        ))}
      </ul>
      <ListTail
        more={moreOf(query)}
        onMore={() => void query.fetchNextPage()}
        skeleton={<LoadingBeads />}
        failed={{ message: failureMessage(error) }}
      />
    </div>
  )
}

function Row({ health: { bead, total, dead, checkedDate } }: { health: BeadHealth }) {
  return (
    <li className={styles.row}>
      <span className={styles.cover}>
        <Image src={bead.image} alt="" ratio="1/1" seed={bead.id} glyph={<Icon as={ListMusic} size={24} />} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          <Link href={hrefOf({ view: 'desk', bead: bead.id })}>{bead.title}</Link>
        </p>
        <p className={styles.facts}>
          <span>{bead.creator.name}</span>
          <span>{t.adminHealth.deadOf({ total, dead })}</span>
          <CheckedDate date={checkedDate} />
        </p>
      </div>
      <div className={styles.share}>
        <span className={dead === 0 ? styles.good : styles.bad}>{t.adminHealth.playable(playablePercent({ total, dead }))}</span>
        <PlayableBar total={total} dead={dead} />
      </div>
    </li>
  )
}
