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
  /** To the playlist's own page; otherwise to the posts of this one. */
  away: boolean
  /** All of them are shown already. */
  complete?: boolean
}

/** To all posts of a playlist. */
export function Explore({ bead, kind = 'primary', away, complete = false }: ExploreProps) {
  const inside = (
    <>
      {complete ? t.beadPage.openPlaylist : t.beadPage.exploreAll(bead.postCount)}
      <Icon as={ArrowRight} />
    </>
  )
  if (away)
    return (
      <ButtonLink href={bead.href} kind={kind}>
        {inside}
      </ButtonLink>
    )
  const show = () => {
    const posts = document.getElementById('posts')
    posts?.scrollIntoView()
    posts?.querySelector('h2')?.focus({ preventScroll: true })
  }
  return (
    <Button kind={kind} onClick={show}>
      {inside}
    </Button>
  )
}

/** Where a preview ends: to all of the playlist, and what it calls for (B7 `cta.type`). */
export function ExploreAll({ bead, complete }: { bead: Bead; complete: boolean }) {
  const follow = bead.cta?.type === 'follow'
  return (
    <p className={styles.explore}>
      <Explore bead={bead} kind={follow ? 'quiet' : 'primary'} away complete={complete} />
      {follow && <FollowButton kind="bead" id={bead.id} name={bead.title} creator={bead.creator.uid} primary />}
    </p>
  )
}
