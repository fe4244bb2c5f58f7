import { useLocation, useSearch } from 'wouter'
import { useMemberPrivilegesQuery } from '#data/memberPrivileges.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { AdminPage } from './AdminPage.tsx'
import { Lookup } from './Lookup.tsx'
import { MemberRights } from './MemberRights.tsx'

/** `/admin/setprivileges?uid=` (R12): privileges of a member. */
export default function PrivilegesScreen() {
  const uid = new URLSearchParams(useSearch()).get('uid') ?? ''
  const [path, navigate] = useLocation()
  return (
    <AdminPage title={t.admin.privilegesTitle} section="members">
      <Lookup
        key={uid}
        label={t.admin.whose}
        name="uid"
        initial={uid}
        onLookup={(uid) => navigate(`${path}?uid=${encodeURIComponent(uid)}`)}
      />
      {uid !== '' && <MemberResult key={`of ${uid}`} uid={uid} />}
    </AdminPage>
  )
}

function MemberResult({ uid }: { uid: string }) {
  const { currentData: rights, error, refetch } = useMemberPrivilegesQuery({ params: { uid } })
  if (rights) return <MemberRights key={rights.uid} rights={rights} />
  if (error) return <ErrorState message={failureMessage(error)} onRetry={() => void refetch()} />
  return (
    <SkeletonGroup label={t.admin.loading}>
      <Skeleton width="100%" height="20rem" />
    </SkeletonGroup>
  )
}
