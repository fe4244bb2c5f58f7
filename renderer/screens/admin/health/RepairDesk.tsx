import { useRef, useState } from 'react'
import { Link2 } from 'lucide-react'
import { Link } from 'wouter'
import { messages } from '#contract/messages.ts'
import { playablePercent } from '#contract/rules.ts'
import type { Post } from '#contract/schemas.ts'
import { useBeadHealthQuery, useCheckBeadMutation, useDeadPostsInfiniteQuery, type BeadHealthDetails } from '#data/adminHealth.ts'
import { failureMessage, moreOf } from '#data/index.ts'
import { adminLogPath } from '#navigation/adminPaths.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { showToast } from '#ui/toast.ts'
import { RepairPanel, type RepairCalls } from '#widgets/repair/index.ts'
import { ReasonField } from '../ReasonField.tsx'
import { Section } from '../sections.tsx'
import { CheckedDate } from './CheckedDate.tsx'
import { hrefOf } from './healthTarget.ts'
import { PlayableBar } from './PlayableBar.tsx'
import { useAdminCalls } from './useAdminCalls.ts'
import styles from './Health.module.css'

const Loading = () => (
  <SkeletonGroup label={t.admin.loading} count={4}>
    <Skeleton width="100%" height="4.5rem" />
  </SkeletonGroup>
)

/** The dead posts of a playlist, with the suggestions that its authors get, and a reason for the admin's changes. */
export function RepairDesk({ beadId }: { beadId: string }) {
  const { data, error, isFetching, refetch } = useBeadHealthQuery({ params: { id: beadId } }, { refetchOnMountOrArgChange: true })
  return (
    <div className={styles.desk}>
      <p>
        <Link href={hrefOf({ view: 'beads', provider: null })}>{t.adminHealth.desk.back}</Link>
      </p>
      {data ? (
        <>
          <Head health={data} />
          <Posts beadId={beadId} onChanged={() => void refetch()} />
        </>
      ) : error && !isFetching ? (
        <ErrorState message={failureMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Head({ health: { bead, total, dead, checkedDate, providers } }: { health: BeadHealthDetails }) {
  const [check, { isLoading }] = useCheckBeadMutation()

  async function checkNow(): Promise<void> {
    const { data, error } = await check({ params: { id: bead.id } })
    if (error) showToast({ text: failureMessage(error), kind: 'error', now: true })
    else if (data) showToast({ text: t.adminHealth.desk.checking(data.links), now: true })
  }

  return (
    <section className={styles.section} aria-label={bead.title}>
      <h2 className={styles.name}>{bead.title}</h2>
      <div className={styles.total}>
        <span className={styles.percent}>{t.adminHealth.playable(playablePercent({ total, dead }))}</span>
        <PlayableBar total={total} dead={dead} />
      </div>
      <p className={styles.facts}>
        <span>{t.adminHealth.desk.by(bead.creator.name)}</span>
        <span>{t.adminHealth.deadOf({ total, dead })}</span>
        {providers.map(({ provider, ...numbers }) => (
          <span key={provider}>
            {t.adminHealth.providerNames[provider]}: {t.adminHealth.percent(playablePercent(numbers))}
          </span>
        ))}
        <CheckedDate date={checkedDate} />
      </p>
      <div className={styles.buttons}>
        <Button busy={isLoading} onClick={() => void checkNow()}>
          {t.adminHealth.desk.check}
        </Button>
        <ButtonLink href={bead.href} kind="plain">
          {t.adminHealth.desk.open}
        </ButtonLink>
        <ButtonLink href={adminLogPath(bead.id)} kind="plain">
          {t.adminHealth.desk.log}
        </ButtonLink>
      </div>
    </section>
  )
}

function Posts({ beadId, onChanged }: { beadId: string; onChanged: () => void }) {
  const query = useDeadPostsInfiniteQuery({ id: beadId }, { refetchOnMountOrArgChange: true })
  const [reason, setReason] = useState(() => t.adminHealth.desk.defaultReason)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const calls = useAdminCalls({
    reason: reason.trim(),
    onMissing: () => {
      setMissing(true)
      field.current?.focus()
    },
  })
  const { currentData, error, isFetching } = query
  if (!currentData) {
    if (error && !isFetching) return <ErrorState message={failureMessage(error)} onRetry={() => void query.refetch()} />
    return <Loading />
  }
  const posts = currentData.pages.flatMap(({ results }) => results)
  if (posts.length === 0) return <EmptyState title={t.adminHealth.desk.none}>{t.adminHealth.desk.noneText}</EmptyState>
  return (
    <Section title={t.adminHealth.desk.posts}>
      <ReasonField
        ref={field}
        label={t.adminHealth.desk.reason}
        hint={t.adminHealth.desk.reasonHint}
        value={reason}
        error={isMissing && reason.trim() === '' ? messages.reasonRequired : undefined}
        onChange={setReason}
      />
      <ul className={styles.list} aria-label={t.adminHealth.desk.posts}>
        {posts.map((post) => (
          <DeadPost key={post.id} post={post} calls={calls} onChanged={onChanged} />
        ))}
      </ul>
      <ListTail
        more={moreOf(query)}
        onMore={() => void query.fetchNextPage()}
        skeleton={<Loading />}
        failed={{ message: failureMessage(error) }}
      />
    </Section>
  )
}

/**
 * A dead post, and its repair below it once it is opened. It stays in the list when it is repaired, so that this can be undone. Closing it
 * loses no input.
 */
function DeadPost({ post, calls, onChanged }: { post: Post; calls: RepairCalls; onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const { title, media, creator } = post
  return (
    <li className={styles.post}>
      <div className={styles.postHead}>
        <span className={styles.cover}>
          <Image src={media?.image} alt="" ratio="1/1" seed={post.id} glyph={<Icon as={Link2} size={24} />} />
        </span>
        <div className={styles.words}>
          <p className={styles.name}>
            <Link href={`/${post.href}`}>{title}</Link>
          </p>
          <p className={styles.facts}>
            <span>{t.adminHealth.desk.by(creator.name)}</span>
            {media && <span>{media.source}</span>}
          </p>
        </div>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={isOpen ? t.adminHealth.desk.closeOf(title) : t.adminHealth.desk.repairOf(title)}
          onClick={() => {
            setOpen(!isOpen)
            setOpened(true)
          }}
        >
          {isOpen ? t.adminHealth.desk.close : t.adminHealth.desk.repair}
        </Button>
      </div>
      {wasOpened && (
        <div className={styles.panel} hidden={!isOpen}>
          <RepairPanel
            post={post}
            calls={calls}
            onChanged={onChanged}
            isShown={isOpen}
            fallback={<Skeleton width="100%" height="10rem" />}
          />
        </div>
      )}
    </li>
  )
}
