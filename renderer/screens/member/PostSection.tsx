import { useId, useRef, type RefObject } from 'react'
import { Link } from 'wouter'
import { limits } from '#contract/limits.ts'
import { profilePostsQuery, type ProfilePosts } from '#contract/pages/profile.ts'
import type { Member, Page, Post } from '#contract/schemas.ts'
import { failureMessage, usePostsInfiniteQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { CardGridSkeleton } from '#ui/CardGridSkeleton.tsx'
import { useFocusInGrid } from '#ui/focus.ts'
import { Grid } from '#ui/Grid.tsx'
import { ErrorState } from '#ui/States.tsx'
import { postsSource } from '#widgets/playAll/index.ts'
import { PostCard, usePlayList } from '#widgets/post/index.ts'
import styles from './Section.module.css'

interface PostSectionProps {
  section: ProfilePosts
  member: Member
  /** The address of the full list. */
  href: string
  /** Whether it is the profile of the viewer. */
  isOwn: boolean
}

/** The latest posts or collected posts of a member, with a link to all (F1). */
export function PostSection({ section, member, href, isOwn }: PostSectionProps) {
  const heading = useId()
  const { currentData, error, isError, refetch } = usePostsInfiniteQuery({ query: profilePostsQuery(section, member.uid) })
  const page = currentData?.pages[0]
  const grid = useRef<HTMLUListElement>(null)
  // Ending a collect removes the card from the member's own profile.
  useFocusInGrid(grid, page?.results.length)
  // Only the section of collected posts has a text for an empty list.
  if (section === 'posts' && page?.results.length === 0) return null
  const title = section === 'posts' ? t.member.postsHeading : t.member.collectsHeading
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <div className={styles.head}>
        <h2 id={heading} className={styles.heading}>
          {title}
        </h2>
        {page && page.results.length > 0 && (
          <Link href={href} className={styles.all} aria-label={t.member.seeAllOf(title)}>
            {t.member.seeAll}
          </Link>
        )}
      </div>
      {page ? (
        <Cards section={section} member={member} href={href} isOwn={isOwn} page={page} label={title} grid={grid} />
      ) : isError ? (
        <ErrorState title={t.member.postsFailed} message={failureMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <CardGridSkeleton of="posts" label={t.member.loadingPosts} count={limits.page.profilePosts} />
      )}
    </section>
  )
}

interface CardsProps extends PostSectionProps {
  page: Page<Post>
  label: string
  grid: RefObject<HTMLUListElement | null>
}

function Cards({ section, member, href, isOwn, page, label, grid }: CardsProps) {
  // The queue loads further pages itself, so its source has no limit.
  const { limit: _, ...query } = profilePostsQuery(section, member.uid)
  const source = postsSource(query, section === 'posts' ? t.playAll.postsOf(member.name) : t.member.collectsOf(member.name), href)
  const { play, toggle } = usePlayList({ posts: page.results, next: page.next, source })
  if (page.results.length === 0)
    return <p className={styles.nothing}>{isOwn ? t.member.noCollectsOwn : t.member.noCollects(member.name)}</p>
  return (
    <Grid ref={grid} of="posts" label={label}>
      {page.results.map((post) => (
        <li key={post.id}>
          <PostCard post={post} onPlay={play} onToggle={toggle} />
        </li>
      ))}
    </Grid>
  )
}
