import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { useLocation, useSearch } from 'wouter'
import type { Me } from '#contract/schemas.ts'
import { failureMessage, useMeQuery, useSite, useVisit } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { usePageTitle } from '#ui/page.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { SortBar } from '#ui/SortBar.tsx'
import { ErrorState } from '#ui/States.tsx'
import { General } from './General.tsx'
import { askedIn, tabHref, tabNames } from './tabs.ts'
import styles from './Preferences.module.css'

const SignIn = lazyComponent(() => import('../auth/index.ts').then(({ SignIn }) => ({ default: SignIn })))
const Notifications = lazyComponent(() => import('./Notifications.tsx').then(({ Notifications }) => ({ default: Notifications })))
const ConnectedApps = lazyComponent(() => import('./ConnectedApps.tsx').then(({ ConnectedApps }) => ({ default: ConnectedApps })))

/** `/preferences` (P1–P4): never shown from what an earlier page knew. */
export default function PreferencesScreen() {
  usePageTitle(t.preferences.title)
  // Going from tab to tab is another visit, and asks for nothing; what came with the document is fresh by itself.
  const [arrival] = useState(useVisit())
  const { data: me, error, fulfilledTimeStamp = 0, refetch } = useMeQuery(undefined, { refetchOnMountOrArgChange: arrival.fresh })
  // What went wrong later, when it is asked again, leaves the forms as they are.
  const fresh = !arrival.fresh || fulfilledTimeStamp >= arrival.startedAt
  const { member, isVisitor, welcomed } = useMemberKept(me, fresh)
  return (
    <>
      {isVisitor && (
        <div className={styles.visitor}>
          <SignIn heading="h1" notice={t.preferences.visitorText} onDone={welcomed} />
        </div>
      )}
      {(member || !isVisitor) && (
        <div hidden={isVisitor}>
          <div className={styles.page}>
            <h1 tabIndex={-1}>{t.preferences.title}</h1>
            {member ? (
              <Parts key={member.uid} me={member} />
            ) : error ? (
              <ErrorState message={failureMessage(error)} onRetry={() => void refetch()} />
            ) : (
              <Bones />
            )}
          </div>
        </div>
      )}
    </>
  )
}

/**
 * Whose forms are mounted, and whether a visitor signs in in their place. Where a session ends by itself, the forms stay mounted for
 * its member, so that what is unsaved is still there after the next login: under the login dialog, and hidden if that is closed.
 */
function useMemberKept(me: Me | null | undefined, fresh: boolean) {
  const isPrompted = useSelector(({ dialogs }: { dialogs: { auth: { ended: boolean } | null } }) => dialogs.auth?.ended === true)
  const [member, setMember] = useState<Me | null>(null)
  const [hasEnded, setHasEnded] = useState(false)
  const [isVisitor, setIsVisitor] = useState(false)
  if (me && fresh && member !== me) {
    setMember(me)
    setHasEnded(false)
  }
  if (me === null && !isVisitor) {
    if (isPrompted && member) {
      if (!hasEnded) setHasEnded(true)
    } else {
      setIsVisitor(true)
      // A log-out is deliberate: nothing of the member stays.
      if (!hasEnded) setMember(null)
    }
  }
  return { member, isVisitor, welcomed: () => setIsVisitor(false) }
}

const Bones = () => (
  <SkeletonGroup label={t.preferences.loading} className={styles.sections}>
    <Skeleton width="18rem" height="2.5rem" />
    <Skeleton width="100%" height="24rem" />
  </SkeletonGroup>
)

/** Each part stays as it was left while one looks at another. */
function Parts({ me }: { me: Me }) {
  const { readOnly } = useSite()
  const search = useSearch()
  const [, navigate] = useLocation()
  const asked = askedIn(search)
  const names = tabNames.filter((name) => name !== 'notifications' || !readOnly)
  const tab = names.includes(asked.tab) ? asked.tab : 'general'
  const [notice, setNotice] = useState(asked.notice)
  if (asked.notice && asked.notice.text !== notice?.text) setNotice(asked.notice)
  const arrived = asked.notice !== null
  // Said once: not again after a reload, nor to whoever is sent the address.
  useEffect(() => {
    if (arrived) navigate(tabHref('apps'), { replace: true })
  }, [arrived, navigate])
  const parts = {
    general: () => <General me={me} />,
    notifications: () => <Notifications me={me} fallback={<Bones />} again={tab} />,
    apps: () => <ConnectedApps me={me} notice={notice} fallback={<Bones />} again={tab} />,
  }
  return (
    <>
      <SortBar
        label={t.preferences.tabs}
        current={tab}
        options={names.map((id) => ({ id, title: t.preferences[id], href: tabHref(id) }))}
      />
      {names.map((name) => (
        <div key={name} hidden={name !== tab}>
          {parts[name]()}
        </div>
      ))}
    </>
  )
}
