import { ExternalLink } from 'lucide-react'
import { Link } from 'wouter'
import type { Post } from '#contract/schemas.ts'
import { failureMessage, usePostQuery } from '#data/index.ts'
import type { QueueItem } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { VerifiedMark } from '#ui/Verified.tsx'
import { Embeds } from '../embeds/index.ts'
import { GalleryButton } from '../gallery/index.ts'
import { ClampedText, Comments } from '../post/index.ts'
import { PostControls, Provenance } from '../postParts/index.ts'
import { ShareButton } from '../share/index.ts'
import { sourceOf, streamNote } from './streamNames.ts'
import { PlaylistLine } from './PlaylistLine.tsx'
import { usePlayer } from './usePlayer.ts'
import styles from './Details.module.css'

/**
 * Details of the current item in the maximised player. External items are not posts of Strand: they have only a title
 * and a link.
 */
export default function Details({ item }: { item: QueueItem }) {
  const { playing, failures } = usePlayer()
  const note = playing && streamNote(item, playing, failures)
  const source = sourceOf(item, playing)
  return (
    <article className={styles.details} aria-label={t.player.details}>
      {!item.external && <PlaylistLine key={item.bead.id} bead={item.bead} />}
      <h2 className={styles.title}>{item.external ? item.title : <Link href={`/${item.href}`}>{item.title}</Link>}</h2>
      {note?.fellBack && (
        <p className={styles.note}>
          {note.text}
          {note.reason && <>. {note.reason}</>}
        </p>
      )}
      {!item.external && <About key={`about ${item.postId}`} id={item.postId} />}
      <div className={styles.acts}>
        {!item.external && item.type === 'image' && (
          <GalleryButton
            variant="bare"
            post={{
              id: item.postId,
              title: item.title,
              bead: item.bead,
              media: { type: item.type, image: item.image, media: item.streams },
            }}
          />
        )}
        {!item.external && <ShareButton variant="small" of={{ kind: 'post', id: item.postId, title: item.title, href: `/${item.href}` }} />}
        {source && (
          <a className={styles.source} href={source.href} target="_blank" rel="nofollow noopener">
            {t.player.openAt(source.name)}
            <Icon as={ExternalLink} size={16} />
          </a>
        )}
      </div>
      {!item.external && <PostComments key={`talk ${item.postId}`} id={item.postId} />}
    </article>
  )
}

/** Author, date and description of the post. */
function About({ id }: { id: string }) {
  const { currentData: post, error, refetch } = usePostQuery({ params: { id } })
  if (post) return <PostInfo post={post} />
  if (error) return <ErrorState message={failureMessage(error)} onRetry={() => void refetch()} />
  return (
    <SkeletonGroup label={t.player.loadingDetails} className={styles.skeleton}>
      <Skeleton width="60%" />
      <Skeleton />
      <Skeleton width="80%" />
    </SkeletonGroup>
  )
}

const PostInfo = ({ post }: { post: Post }) => {
  const { creator, creationDate, description, tags } = post
  return (
    <>
      <p className={styles.by}>
        <Avatar member={creator} />
        <span>
          <Provenance post={post} by={t.player.by} className={styles.name} mark={<VerifiedMark member={creator} />} />
          {' · '}
          <TimeAgo instant={creationDate} />
        </span>
      </p>
      {description !== '' && <ClampedText html={description} />}
      <Embeds html={description} exclude={post.media?.href} condensed />
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={t.post.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <Tag name={tag} />
            </li>
          ))}
        </ul>
      )}
      <PostControls post={post} />
    </>
  )
}

/** Comments of the post; nothing while it loads and if it failed to load. */
function PostComments({ id }: { id: string }) {
  const { currentData: post } = usePostQuery({ params: { id } })
  return post ? <Comments postId={id} total={post.commentCount} /> : null
}
