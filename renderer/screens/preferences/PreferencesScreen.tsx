import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Me } from '#contract/schemas.ts'
import { failureMessage, useMeQuery, useSite, useVisit } from '#data/index.ts'
import { isEarlierAnswer, meKey } from '#data/offlineAnswers.ts'
import { useFormOwner } from '#data/useFormOwner.ts'
import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { usePageTitle } from '#ui/page.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { SortBar } from '#ui/SortBar.tsx'
import { ErrorState } from '#ui/States.tsx'
import { General } from './General.tsx'
import { targetOf, tabHref, tabNames } from './tabs.ts'
import styles from './Preferences.module.css'

const SignIn = lazyComponent(() => import('../auth/index.ts').then(({ SignIn }) => ({ default: SignIn })))
const Notifications = lazyComponent(() => import('./Notifications.tsx').then(({ Notifications }) => ({ default: Notifications })))
const AccountHistory = lazyComponent(() => import('./AccountHistory.tsx').then(({ AccountHistory }) => ({ default: AccountHistory })))
const ConnectedApps = lazyComponent(() => import('./ConnectedApps.tsx').then(({ ConnectedApps }) => ({ default: ConnectedApps })))

/**
 * `/preferences` (P1–P4). The forms appear only after fresh data has loaded, so that none starts with stale values. The member of an
 * earlier visit has no preferences.
 */
export default function PreferencesScreen() {
  usePageTitle(t.preferences.title)
  // Each tab has its own URL and is a visit of its own: only the first one refetches. Data inlined in the document is
  // fresh.
  const [firstVisit] = useState(useVisit())
  const { data: me, error, fulfilledTimeStamp = 0, refetch } = useMeQuery(undefined, { refetchOnMountOrArgChange: firstVisit.fresh })
  // Compares times instead of `isFetching`: a later refetch in the background, even a failed one, leaves the forms
  // mounted.
  const isEarlier = isEarlierAnswer(meKey)
  const isFresh = !isEarlier && (!firstVisit.fresh || fulfilledTimeStamp >= firstVisit.startedAt)
  const { member, isSignedOut } = useFormOwner(me && !isFresh ? undefined : me)
  // The sign-in form stays until it has greeted the member.
  const [isVisitor, setVisitor] = useState(false)
  if (isSignedOut && !isVisitor) setVisitor(true)
  return (
    <>
      {isVisitor && (
        <div className={styles.visitor}>
          <SignIn heading="h1" notice={t.preferences.visitorText} onDone={() => setVisitor(false)} />
        </div>
      )}
      {(member || !isVisitor) && (
        <div hidden={isVisitor}>
          <div className={styles.page}>
            <h1 tabIndex={-1}>{t.preferences.title}</h1>
            {member ? (
              <PreferencesTabs key={member.uid} me={member} />
            ) : error || isEarlier ? (
              <ErrorState message={error ? failureMessage(error) : t.common.offline} onRetry={() => void refetch()} />
            ) : (
              <PreferencesSkeleton />
            )}
          </div>
        </div>
      )}
    </>
  )
}

const PreferencesSkeleton = () => (
  <SkeletonGroup label={t.preferences.loading} className={styles.sections}>
    <Skeleton width="18rem" height="2.5rem" />
    <Skeleton width="100%" height="24rem" />
  </SkeletonGroup>
)

/** The tabs. All stay mounted, so that unsaved input survives a change of tab. */
function PreferencesTabs({ me }: { me: Me }) {
  const { readOnly } = useSite()
  const search = useSearch()
  const [, navigate] = useLocation()
  const target = targetOf(search)
  const names = tabNames.filter((name) => name !== 'notifications' || !readOnly)
  const tab = names.includes(target.tab) ? target.tab : 'general'
  const [notice, setNotice] = useState(target.notice)
  if (target.notice && target.notice.text !== notice?.text) setNotice(target.notice)
  const hasNotice = target.notice !== null
  // The state retains the notice; without it in the URL, neither a reload nor a shared link shows it again.
  useEffect(() => {
    if (hasNotice) navigate(tabHref('apps'), { replace: true })
  }, [hasNotice, navigate])
  // If the code of a tab failed to load, `again` retries it with each change of the tab.
  const tabs = {
    general: () => <General me={me} />,
    notifications: () => <Notifications me={me} fallback={<PreferencesSkeleton />} again={tab} />,
    apps: () => <ConnectedApps me={me} notice={notice} fallback={<PreferencesSkeleton />} again={tab} />,
    // Loaded only when it is opened: few members have one.
    history: () => tab === 'history' && <AccountHistory me={me} fallback={<PreferencesSkeleton />} again={tab} />,
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
          {tabs[name]()}
        </div>
      ))}
    </>
  )
}
