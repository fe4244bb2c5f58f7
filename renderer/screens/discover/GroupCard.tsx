import { ListMusic } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Card } from '#ui/Card.tsx'
import { truncate } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import styles from './GroupCard.module.css'

/** The card of a playlist in a group. It shows the description instead of the category, which the group shows. */
export const GroupCard = ({ bead }: { bead: Bead }) => (
  <Card
    href={bead.href}
    title={bead.title}
    image={bead.image}
    seed={bead.id}
    ratio="1/1"
    glyph={<Icon as={ListMusic} size={36} />}
    over={
      <>
        {/* An empty first item: the card distributes the items, so the button is at the end. */}
        <span />
        <FollowButton kind="bead" id={bead.id} name={bead.title} size="icon" creator={bead.creator.uid} />
      </>
    }
    meta={
      <>
        {bead.description && <span className={styles.description}>{truncate(bead.description, limits.groups.description)}</span>}
        <span className={styles.posts}>{t.common.posts(bead.postCount)}</span>
      </>
    }
  />
)
