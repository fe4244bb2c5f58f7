import { useId, useState } from 'react'
import { ListMusic } from 'lucide-react'
import type { Member } from '#contract/schemas.ts'
import { useIntent, useMe, useSite, useWasShown } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { useFocusWhenEmptied } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { EmptyState } from '#ui/States.tsx'
import { BeadSection } from './BeadSection.tsx'
import { PostSection } from './PostSection.tsx'
import styles from './Section.module.css'

const FeedList = lazyComponent(() => import('../feed/index.ts').then(({ FeedList }) => ({ default: FeedList })))

const InlineCreator = lazyComponent(() => import('#widgets/creator/index.ts').then(({ InlineCreator }) => ({ default: InlineCreator })))

/** The sections of a profile below its header, in the order of the specification (F1). */
export function Sections({ member }: { member: Member }) {
  const { me } = useMe()
  const { readOnly } = useSite()
  const isOwn = me?.uid === member.uid
  const { uid, createdBeadCount, collectedBeadCount, createdPostCount, draftCount = 0 } = member
  // Unfollowing the last playlist can remove the focused card.
  useFocusWhenEmptied(collectedBeadCount)
  return (
    <>
      {isOwn && !readOnly && <InlineCreator />}
      <BeadSection
        id="started"
        section="started"
        member={member}
        heading={t.member.startedHeading}
        expected={createdBeadCount}
        empty={<NoBeads member={member} isOwn={isOwn} />}
      />
      {isOwn && me.groups.length > 0 && (
        <BeadSection section="invited" member={member} heading={t.member.invitedHeading} expected={me.groups.length} />
      )}
      {(isOwn || collectedBeadCount > 0) && (
        <BeadSection
          id="followed"
          section="followed"
          member={member}
          heading={t.member.followedHeading}
          expected={collectedBeadCount}
          {...(isOwn && { empty: <NothingFollowed /> })}
        />
      )}
      <PostSection section="collects" member={member} href={`/p/${uid}/collection`} isOwn={isOwn} />
      {(createdPostCount > 0 || draftCount > 0) && (
        <PostSection section="posts" member={member} href={`/p/${uid}/posts/created`} isOwn={isOwn} />
      )}
      <Activity key={uid} member={member} />
    </>
  )
}

/**
 * The member's activity. It loads when it is less than one viewport height away, or if it was loaded before going back.
 */
function Activity({ member: { uid, name } }: { member: Member }) {
  const heading = useId()
  const [isNear, setIsNear] = useState(useWasShown('feed profile'))
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading} className={styles.heading}>
        {t.member.activityHeading}
      </h2>
      <InfiniteScroll hasMore={!isNear} paused={false} screens={1} onMore={() => setIsNear(true)} />
      {isNear && <FeedList context={{ kind: 'profile', uid, name }} />}
    </section>
  )
}

/** Empty state of the followed playlists; only on the viewer's own profile (B2). */
const NothingFollowed = () => (
  <EmptyState
    title={t.member.nothingFollowed}
    level={3}
    icon={<Icon as={ListMusic} size={28} />}
    action={<ButtonLink href="/discover">{t.common.discover}</ButtonLink>}
  >
    {t.member.nothingFollowedText}
  </EmptyState>
)

function NoBeads({ member, isOwn }: { member: Member; isOwn: boolean }) {
  const intend = useIntent()
  const { readOnly } = useSite()
  return (
    <EmptyState
      title={t.member.emptyTitle}
      level={3}
      icon={<Icon as={ListMusic} size={28} />}
      action={
        isOwn &&
        !readOnly && (
          <Button kind="primary" onClick={() => intend({ type: 'startbead' })}>
            {t.member.start}
          </Button>
        )
      }
    >
      {isOwn ? t.member.emptyOwnText : t.member.emptyText(member.name)}
    </EmptyState>
  )
}
