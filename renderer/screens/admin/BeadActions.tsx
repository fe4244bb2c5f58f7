import type { Bead } from '#contract/schemas.ts'
import { failureMessage, useSite } from '#data/index.ts'
import { useSetDayMutation } from '#data/moderation.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { BeadFacts, BeadPicture, Summary } from './Summary.tsx'
import styles from './BeadActions.module.css'

/** A playlist, and the admin actions on it and its creator. */
export function BeadActions({ bead }: { bead: Bead }) {
  const { readOnly } = useSite()
  const [setBeadOfTheDay, { data, error, isLoading }] = useSetDayMutation()
  // The server accepts only public playlists with posts.
  const canBeBeadOfTheDay = !readOnly && !bead.isDraft && !bead.invitees && bead.postCount > 0
  return (
    <section aria-labelledby="admin-bead">
      <Summary picture={<BeadPicture bead={bead} />} title={bead.title} href={bead.href} headingId="admin-bead">
        <BeadFacts bead={bead}>
          <span>{t.common.followers(bead.followerCount)}</span>
        </BeadFacts>
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
      </Summary>
    </section>
  )
}
