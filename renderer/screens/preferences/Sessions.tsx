import { useId, useRef } from 'react'
import { MonitorSmartphone, Tv } from 'lucide-react'
import type { SessionInfo } from '#contract/endpoints/accounts.ts'
import { useRevokeOtherSessionsMutation, useRevokeSessionMutation, useSessionsQuery } from '#data/accounts.ts'
import { failureMessage, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { openerNow } from '#ui/opener.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { showToast } from '#ui/toast.ts'
import { deviceName } from './devices.ts'
import styles from './Preferences.module.css'

/** The sessions of the account, with buttons to sign out of one or of all others (BY7). */
export function Sessions() {
  const heading = useId()
  const { readOnly } = useSite()
  const { data, error, refetch } = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [revokeOthers, revokeOthersState] = useRevokeOtherSessionsMutation()
  const section = useRef<HTMLElement>(null)
  // The button disappears with the other sessions.
  useFocusFallback(section, () => section.current?.querySelector('h2'))

  const signOutOthers = async () => {
    const answer = await revokeOthers()
    if (answer.data) showToast({ text: t.preferences.signedOut(answer.data.revoked), now: true })
    else showToast({ text: failureMessage(answer.error), kind: 'error', now: true })
    void refetch()
  }

  return (
    <section ref={section} className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading} tabIndex={-1}>
        {t.preferences.sessionsHeading}
      </h2>
      {data ? (
        <>
          <ul className={styles.rows}>
            {data.results.map((session) => (
              <SessionRow key={session.id} session={session} onRevoked={() => void refetch()} />
            ))}
          </ul>
          {data.results.length > 1 && !readOnly && (
            <div className={styles.line}>
              <Button size="small" busy={revokeOthersState.isLoading} onClick={() => void signOutOthers()}>
                {t.preferences.signOutOthers}
              </Button>
            </div>
          )}
        </>
      ) : error ? (
        <ErrorState title={t.preferences.sessionsFailed} message={failureMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup label={t.preferences.sessionsLoading}>
          <Skeleton width="100%" height="3rem" />
        </SkeletonGroup>
      )}
    </section>
  )
}

function SessionRow({ session, onRevoked }: { session: SessionInfo; onRevoked: () => void }) {
  const { readOnly } = useSite()
  const [revoke, { isLoading }] = useRevokeSessionMutation()
  const name = deviceName(session)
  const signOut = async () => {
    const { error } = await revoke({ params: { id: session.id } })
    // The button disappears with its row: focus the heading.
    if (!error) openerNow()?.closest('section')?.querySelector<HTMLElement>('h2')?.focus()
    showToast(error ? { text: failureMessage(error), kind: 'error', now: true } : { text: t.preferences.signedOut(1), now: true })
    onRevoked()
  }
  return (
    <li className={styles.row}>
      <Icon as={session.device === 'tv' ? Tv : MonitorSmartphone} size={22} />
      <div className={styles.rowWords}>
        <span title={session.userAgent}>{name}</span>
        <span className={styles.soft}>
          {session.current ? (
            t.preferences.thisOne
          ) : (
            <>
              {t.preferences.lastUsed} <TimeAgo instant={session.lastUsedDate} />
            </>
          )}
        </span>
      </div>
      {!session.current && !readOnly && (
        <Button size="small" busy={isLoading} aria-label={t.preferences.signOutOf(name)} onClick={() => void signOut()}>
          {t.preferences.signOut}
        </Button>
      )}
    </li>
  )
}
