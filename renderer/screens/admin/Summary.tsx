import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { BeadTile } from '#ui/BeadTile.tsx'
import { CategoryMark } from '#ui/CategoryMark.tsx'
import { Image } from '#ui/Image.tsx'
import styles from './Summary.module.css'

interface SummaryProps {
  picture: ReactNode
  /** What it is, above the title. */
  kind?: string
  title: string
  href: string
  /** The id of the title, for `aria-labelledby`. */
  headingId: string
  children: ReactNode
}

/** A playlist or post as admins see it: its picture, its title and what follows from the caller. */
export const Summary = ({ picture, kind, title, href, headingId, children }: SummaryProps) => (
  <div className={styles.summary}>
    <div className={styles.picture}>{picture}</div>
    <div className={styles.words}>
      {kind !== undefined && <p className={styles.kind}>{kind}</p>}
      <h2 id={headingId}>
        <Link href={href}>{title}</Link>
      </h2>
      {children}
    </div>
  </div>
)

export const BeadPicture = ({ bead }: { bead: Bead }) => (
  <Image src={bead.image} alt="" ratio="1/1" seed={bead.id} glyph={<BeadTile seed={bead.id} />} />
)

/** Category and size of a playlist; `children` are more facts. */
export const BeadFacts = ({ bead, children }: { bead: Bead; children?: ReactNode }) => (
  <p className={styles.facts}>
    <CategoryMark category={bead.category} />
    <span>{t.common.posts(bead.postCount)}</span>
    {children}
  </p>
)
