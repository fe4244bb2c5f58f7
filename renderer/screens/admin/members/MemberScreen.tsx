import { useLocation, useSearch } from 'wouter'
import { t } from '#texts/index.ts'
import { AdminPage } from '../AdminPage.tsx'
import { Lookup } from '../Lookup.tsx'
import { MemberPage } from './MemberPage.tsx'

/** `/admin/setprivileges?uid=` (R12): what admins change of a member. */
export default function MemberScreen() {
  const uid = new URLSearchParams(useSearch()).get('uid') ?? ''
  const [path, navigate] = useLocation()
  return (
    <AdminPage title={t.admin.privilegesTitle} section="members">
      <Lookup
        key={uid}
        label={t.admin.whose}
        name="uid"
        initial={uid}
        onLookup={(uid) => uid !== '' && navigate(`${path}?uid=${encodeURIComponent(uid)}`)}
      />
      {uid !== '' && <MemberPage key={`of ${uid}`} uid={uid} />}
    </AdminPage>
  )
}
