import { Link } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { failureMessage, useSite } from '#data/index.ts'
import { useSetDayMutation } from '#data/moderation.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { CategoryMark } from '#ui/CategoryMark.tsx'
import { Image } from '#ui/Image.tsx'
import { BeadTile } from '#ui/BeadTile.tsx'
import styles from './BeadActions.module.css'

/** A playlist, and the admin actions on it and its creator. */
export function BeadActions({ bead }: { bead: Bead }) {
  const { readOnly } = useSite()
  const [setBeadOfTheDay, { data, error, isLoading }] = useSetDayMutation()
  // The server accepts only public playlists with posts.
  const canBeBeadOfTheDay = !readOnly && !bead.isDraft && !bead.invitees && bead.postCount > 0
  return (
    <section className={styles.bead} aria-labelledby="admin-bead">
      <div className={styles.cover}>
        <Image src={bead.image} alt="" ratio="1/1" seed={bead.id} glyph={<BeadTile seed={bead.id} />} />
      </div>
      <div className={styles.words}>
        <h2 id="admin-bead">
          <Link href={bead.href}>{bead.title}</Link>
        </h2>
        <p className={styles.facts}>
          <CategoryMark category={bead.category} />
          <span>{t.common.posts(bead.postCount)}</span>
          <span>{t.common.followers(bead.followerCount)}</span>
        </p>
        <div className={styles.acts}>
          {canBeBeadOfTheDay && (
            <Button busy={isLoading} onClick={() => void setBeadOfTheDay({ body: { bead: bead.id } })}>
              {t.admin.makeDay}
            </Button>
          )}
          <ButtonLink href={`/admin/setprivileges?uid=${encodeURIComponent(bead.creator.uid)}`}>
            {t.admin.privilegesOf(bead.creator.name)}
          </ButtonLink>
        </div>
        <p className={styles.said} role="status">
          {data && t.admin.isDay}
        </p>
        <p className={styles.failed} role="alert">
          {error ? failureMessage(error) : null}
        </p>
      </div>
    </section>
  )
}
