import type { ReactNode } from 'react'
import { ListMusic } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Card } from './Card.tsx'
import { CategoryMark } from './CategoryMark.tsx'
import { Icon } from './Icon.tsx'
import styles from './BeadCard.module.css'

interface BeadCardProps {
  bead: Bead
  /** See `Card`. */
  marked?: ReactNode
  eager?: boolean
  hideCreator?: boolean
  headingLevel?: 2 | 3
  /** A follow button on the cover. */
  follow?: ReactNode
}

/** A playlist in a list: cover, title, category, number of posts, creator. */
export const BeadCard = ({ bead, marked, eager, hideCreator = false, headingLevel, follow }: BeadCardProps) => (
  <Card
    href={bead.href}
    title={bead.title}
    marked={marked}
    image={bead.image}
    seed={bead.id}
    ratio="1/1"
    eager={eager}
    headingLevel={headingLevel}
    glyph={<Icon as={ListMusic} size={36} />}
    over={
      follow && (
        <>
          <span />
          {follow}
        </>
      )
    }
    meta={
      <>
        {!hideCreator && <span className={styles.by}>{bead.creator.name}</span>}
        <span className={styles.line}>
          <CategoryMark category={bead.category} />
          <span>{t.common.posts(bead.postCount)}</span>
        </span>
      </>
    }
  />
)
