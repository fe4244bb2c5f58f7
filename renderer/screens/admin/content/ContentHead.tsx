import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AdminContent } from '#contract/schemas/adminContent.ts'
import type { Bead, Comment, Post } from '#contract/schemas.ts'
import { plainText } from '#data/plainText.ts'
import { adminContentPath, adminMemberPath } from '#navigation/adminPaths.ts'
import { t } from '#texts/index.ts'
import { count } from '#ui/format.ts'
import { CategoryMark } from '#ui/CategoryMark.tsx'
import { Image } from '#ui/Image.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { BeadPicture, Summary } from '../Summary.tsx'
import styles from './Content.module.css'

const headingId = 'admin-content'

const Fact = ({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? styles.wide : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.length > 0 && (
    <Fact name={t.adminContent.facts.tags} wide>
      {tags.map((tag) => `#${tag}`).join(' ')}
    </Fact>
  )

/** What it is, its state, author and counts. */
export function ContentHead({ content }: { content: AdminContent }) {
  const { kind, bead, post, comment } = content
  const shared = { kind: t.adminContent.kinds[kind], headingId }
  const facts = (more: ReactNode) => (
    <dl className={styles.facts}>
      <SharedFacts content={content} />
      {more}
    </dl>
  )
  if (kind === 'bead')
    return (
      <section className={styles.head} aria-labelledby={headingId}>
        <Summary {...shared} picture={<BeadPicture bead={bead} />} title={bead.title} href={bead.href}>
          <p className={styles.text}>{plainText(bead.description)}</p>
        </Summary>
        {facts(<BeadFacts bead={bead} submittedDate={content.submittedDate} />)}
      </section>
    )
  return (
    <section className={styles.head} aria-labelledby={headingId}>
      <Summary {...shared} picture={<Image src={post!.media?.image} alt="" seed={post!.id} />} title={post!.title} href={`/${post!.href}`}>
        <p className={styles.text}>{plainText(comment ? comment.text : post!.description)}</p>
      </Summary>
      {facts(comment ? <CommentFacts comment={comment} post={post!} bead={bead} /> : <PostFacts post={post!} bead={bead} />)}
    </section>
  )
}

function SharedFacts({ content: { id, kind, state, author, bead, post, comment } }: { content: AdminContent }) {
  const { creationDate } = kind === 'bead' ? bead : kind === 'post' ? post! : comment!
  return (
    <>
      <Fact name={t.adminContent.facts.state}>
        <strong>{t.adminContent.states[state]}</strong>
      </Fact>
      <Fact name={t.adminContent.facts.by}>
        {author ? (
          <Link href={adminMemberPath(author.uid)} aria-label={t.adminContent.manageMember(author.name)}>
            {author.name}
          </Link>
        ) : (
          t.admin.deletedAccount
        )}
      </Fact>
      <Fact name={t.adminContent.facts.created}>
        <TimeAgo instant={creationDate} />
      </Fact>
      <Fact name={t.adminContent.facts.id}>
        <code>{id}</code>
      </Fact>
    </>
  )
}

const accessOf = ({ isFeed, invitees }: Bead): string =>
  isFeed ? t.adminContent.facts.feed : invitees ? t.adminContent.facts.personal(invitees.length) : t.adminContent.facts.open

const BeadFacts = ({ bead, submittedDate }: { bead: Bead; submittedDate: string | null }) => (
  <>
    {submittedDate !== null && (
      <Fact name={t.adminContent.facts.submitted}>
        <TimeAgo instant={submittedDate} />
      </Fact>
    )}
    <Fact name={t.adminContent.facts.access}>{accessOf(bead)}</Fact>
    <Fact name={t.adminContent.facts.posts}>{count(bead.postCount)}</Fact>
    <Fact name={t.adminContent.facts.followers}>{count(bead.followerCount)}</Fact>
    <Fact name={t.adminContent.facts.shares}>{count(bead.shareCount ?? 0)}</Fact>
    <Fact name={t.adminContent.facts.category}>
      <CategoryMark category={bead.category} />
    </Fact>
    <Tags tags={bead.tags} />
    {bead.returned && bead.returned.reason !== '' && (
      <Fact name={t.adminContent.facts.reason} wide>
        {bead.returned.reason}
      </Fact>
    )}
  </>
)

const PlaylistFact = ({ bead }: { bead: Bead }) => (
  <Fact name={t.adminContent.facts.playlist}>
    <Link href={adminContentPath(bead.id)}>{bead.title}</Link>
  </Fact>
)

const PostFacts = ({ post, bead }: { post: Post; bead: Bead }) => (
  <>
    <PlaylistFact bead={bead} />
    {post.media && (
      <Fact name={t.adminContent.facts.medium}>
        <a href={post.media.href} target="_blank" rel="noopener noreferrer">
          {post.media.source}
        </a>
        {post.media.status === 404 && <span className={styles.danger}> {t.adminContent.facts.dead}</span>}
      </Fact>
    )}
    {post.originalPost && (
      <Fact name={t.adminContent.facts.repostOf}>
        <Link href={adminContentPath(post.originalPost.id)}>{post.originalPost.creator?.name ?? t.adminContent.facts.original}</Link>
      </Fact>
    )}
    <Fact name={t.adminContent.facts.collects}>{count(post.collectCount)}</Fact>
    <Fact name={t.adminContent.facts.upvotes}>{count(post.upvoteCount)}</Fact>
    <Fact name={t.adminContent.facts.comments}>{count(post.commentCount)}</Fact>
    <Fact name={t.adminContent.facts.plays}>{count(post.playCount)}</Fact>
    <Fact name={t.adminContent.facts.shares}>{count(post.shareCount)}</Fact>
    <Tags tags={post.tags} />
  </>
)

const CommentFacts = ({ comment, post, bead }: { comment: Comment; post: Post; bead: Bead }) => (
  <>
    {comment.editedDate !== undefined && (
      <Fact name={t.adminContent.facts.edited}>
        <TimeAgo instant={comment.editedDate} />
      </Fact>
    )}
    <Fact name={t.adminContent.facts.post}>
      <Link href={adminContentPath(post.id)}>{post.title}</Link>
    </Fact>
    <PlaylistFact bead={bead} />
    <Fact name={t.adminContent.facts.likes}>{count(comment.reactions.like)}</Fact>
  </>
)
