import { useSyncExternalStore } from 'react'
import { failureMessage, useBeadQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { AdminPage } from './AdminPage.tsx'
import { BeadActions } from './BeadActions.tsx'
import { Lookup } from './Lookup.tsx'

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The id of the playlist in the hash, which has the form `#?beadid=…` (R12). */
const beadIdInHash = (): string => new URLSearchParams(location.hash.replace(/^#\??/, '')).get('beadid') ?? ''

/** `/r/admin/index.html#?beadid=` (R12): admin actions on a playlist. */
export default function AdminScreen() {
  const id = useSyncExternalStore(subscribe, beadIdInHash)
  return (
    <AdminPage title={t.admin.title} section="beads">
      <Lookup
        key={id}
        label={t.admin.whichBead}
        name="beadid"
        initial={id}
        onLookup={(beadId) => location.assign(`#?beadid=${encodeURIComponent(beadId)}`)}
      />
      {id !== '' && <BeadResult key={`of ${id}`} id={id} />}
    </AdminPage>
  )
}

function BeadResult({ id }: { id: string }) {
  const { currentData: bead, error, refetch } = useBeadQuery({ params: { id } })
  if (bead) return <BeadActions bead={bead} />
  if (error) return <ErrorState message={failureMessage(error)} onRetry={() => void refetch()} />
  return (
    <SkeletonGroup label={t.admin.loading}>
      <Skeleton width="100%" height="8rem" />
    </SkeletonGroup>
  )
}
