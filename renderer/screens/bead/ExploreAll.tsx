import { ArrowRight } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import styles from './BeadFeed.module.css'

interface ExploreProps {
  bead: Bead
  kind?: 'primary' | 'quiet'
  /** Whether it links to the playlist's page instead of the list on this page. */
  toPlaylist: boolean
  /** Whether all posts are listed already. */
  complete?: boolean
}

/** The button to all posts of a playlist: a link to its page, or a jump to the list on this page. */
export function Explore({ bead, kind = 'primary', toPlaylist, complete = false }: ExploreProps) {
  const content = (
    <>
      {complete ? t.beadPage.openPlaylist : t.beadPage.exploreAll(bead.postCount)}
      <Icon as={ArrowRight} />
    </>
  )
  if (toPlaylist)
    return (
      <ButtonLink href={bead.href} kind={kind}>
        {content}
      </ButtonLink>
    )
  const show = () => {
    const posts = document.getElementById('posts')
    posts?.scrollIntoView()
    posts?.querySelector('h2')?.focus({ preventScroll: true })
  }
  return (
    <Button kind={kind} onClick={show}>
      {content}
    </Button>
  )
}

/**
 * The end of a preview of a playlist: the link to all posts, and a follow button if that is the call to action (`cta`,
 * B7).
 */
export function ExploreAll({ bead, complete }: { bead: Bead; complete: boolean }) {
  const follow = bead.cta?.type === 'follow'
  return (
    <p className={styles.explore}>
      <Explore bead={bead} kind={follow ? 'quiet' : 'primary'} toPlaylist complete={complete} />
      {follow && <FollowButton kind="bead" id={bead.id} name={bead.title} creator={bead.creator.uid} primary />}
    </p>
  )
}
