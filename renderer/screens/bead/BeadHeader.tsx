import { Gem, Lock, Pause, Play, Plus } from 'lucide-react'
import { Link } from 'wouter'
import type { Bead, Post } from '#contract/schemas.ts'
import { useIntent, useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { CategoryMark } from '#ui/CategoryMark.tsx'
import { classes } from '#ui/classes.ts'
import { date, fullDate } from '#ui/format.ts'
import { useRenderTime } from '#ui/hydration.ts'
import { Icon } from '#ui/Icon.tsx'
import { Tag } from '#ui/Tag.tsx'
import { VerifiedMark } from '#ui/Verified.tsx'
import { FollowButton, SuperfollowButton } from '#widgets/follow/index.ts'
import { isPlayable, useBeadPlayback } from '#widgets/post/index.ts'
import { ShareButton } from '#widgets/share/index.ts'
import { BeadMenu } from './BeadMenu.tsx'
import { useCanAddPost } from './Composer.tsx'
import { Cover } from './Cover.tsx'
import { Description, ShortDescription } from './Description.tsx'
import { Explore } from './lazyParts.ts'
import styles from './BeadHeader.module.css'

/** Maximum number of tags shown (B9). */
const maxTags = 5

interface BeadHeaderProps {
  bead: Bead
  /** The posts that "Play" queues. */
  posts: readonly Post[]
  onPlay: () => void
  onToggle: () => void
  /** A smaller header with a short description and no tags; a featured post follows below. */
  compact?: boolean
}

/** The top of a playlist page: picture, title, creator, numbers, description, tags and actions. */
export function BeadHeader({ bead, posts, onPlay, onToggle, compact = false }: BeadHeaderProps) {
  const { me } = useMe()
  const intend = useIntent()
  const mayAdd = useCanAddPost(bead)
  const { readOnly } = useSite()
  const { creator } = bead
  // Until hydration, the date must be formatted for the server's time and time zone, as in its HTML.
  const server = useRenderTime()
  // The button that is highlighted (`cta`, B7). No follow for the member's own playlist, and no "Explore" for an empty
  // one.
  const callToAction =
    bead.cta?.type === 'follow'
      ? me?.uid === creator.uid || readOnly
        ? undefined
        : 'follow'
      : bead.postCount > 0
        ? bead.cta?.type
        : undefined
  return (
    <header className={classes(styles.header, compact && styles.compact)}>
      <div className={styles.cover}>
        <Cover bead={bead} eager />
      </div>
      <div className={styles.words}>
        <p className={styles.marks}>
          <Link href={`/${bead.category}`} className={styles.category}>
            <CategoryMark category={bead.category} />
          </Link>
          {bead.invitees && (
            <span className={styles.mark}>
              <Icon as={Lock} size={14} />
              {t.bead.inviteOnly}
            </span>
          )}
          {bead.isMilqPremier && (
            <span className={styles.mark}>
              <Icon as={Gem} size={14} />
              {t.bead.premier}
            </span>
          )}
          {bead.isDraft && <span className={styles.draft}>{bead.invitees || bead.returned ? t.bead.draft : t.bead.underReview}</span>}
        </p>
        <h1 className={styles.title} tabIndex={-1}>
          {bead.title}
        </h1>
        <p className={styles.facts}>
          <Link href={`/p/${creator.uid}`} className={styles.creator}>
            <Avatar member={creator} size="small" />
            <span>
              {creator.name}
              <VerifiedMark member={creator} />
            </span>
          </Link>
          <time dateTime={bead.creationDate} title={server ? undefined : fullDate(bead.creationDate)}>
            {date(bead.creationDate, server ? new Date(server.now) : undefined, server?.timeZone)}
          </time>
          <span>{t.common.posts(bead.postCount)}</span>
          {me && (
            <Link href={`${bead.href}/followers`} className={styles.followers}>
              {t.common.followers(bead.followerCount)}
            </Link>
          )}
        </p>
        {bead.returned && (
          <p className={styles.returned}>
            {t.bead.returned} {t.bead.returnReason} <strong>{bead.returned.reason}</strong>
          </p>
        )}
        {bead.description !== '' && (compact ? <ShortDescription text={bead.description} /> : <Description text={bead.description} />)}
        {!compact && bead.tags.length > 0 && (
          <ul className={styles.tags} aria-label={t.bead.tags}>
            {bead.tags.slice(0, maxTags).map((tag) => (
              <li key={tag}>
                <Tag name={tag} />
              </li>
            ))}
          </ul>
        )}
        <div className={styles.actions} role="group" aria-label={t.bead.actions}>
          <PlayAll bead={bead} posts={posts} onPlay={onPlay} onToggle={onToggle} primary={callToAction === undefined} />
          {callToAction === 'explore' && <Explore bead={bead} toPlaylist={compact} />}
          {mayAdd && (
            <Button icon={<Icon as={Plus} />} onClick={() => intend({ type: 'addpost', id: bead.id })}>
              {t.bead.addPost}
            </Button>
          )}
          <FollowButton kind="bead" id={bead.id} name={bead.title} creator={creator.uid} primary={callToAction === 'follow'} />
          <SuperfollowButton kind="bead" id={bead.id} name={bead.title} />
          <ShareButton
            of={{
              kind: 'bead',
              id: bead.id,
              title: bead.title,
              href: bead.href,
              isDraft: bead.isDraft,
              exclude: bead.invitees?.map(({ uid }) => uid),
            }}
          />
          <BeadMenu bead={bead} />
        </div>
      </div>
    </header>
  )
}

/** Plays the playlist; pauses and resumes it while it is the one that plays. */
function PlayAll({ bead, posts, onPlay, onToggle, primary }: Omit<BeadHeaderProps, 'compact'> & { primary: boolean }) {
  const playback = useBeadPlayback(bead.id)
  const playing = playback === 'playing'
  return (
    <Button
      kind={primary ? 'primary' : 'quiet'}
      className={styles.play}
      icon={<Icon as={playing ? Pause : Play} fill="currentColor" />}
      disabled={!posts.some(isPlayable)}
      data-plays=""
      onClick={playback === 'off' ? onPlay : onToggle}
    >
      {playing ? t.bead.pause : t.bead.play}
    </Button>
  )
}
