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

/** The playlist stands behind the hash, as the documents write the address: `#?beadid=`. */
const askedBead = (): string => new URLSearchParams(location.hash.replace(/^#\??/, '')).get('beadid') ?? ''

/** `/r/admin/index.html#?beadid=` (R12): what an admin decides about a playlist. */
export default function AdminScreen() {
  const id = useSyncExternalStore(subscribe, askedBead)
  return (
    <AdminPage title={t.admin.title}>
      <Lookup
        key={id}
        label={t.admin.whichBead}
        name="beadid"
        initial={id}
        onAsk={(asked) => location.assign(`#?beadid=${encodeURIComponent(asked)}`)}
      />
      {id !== '' && <OfBead key={`of ${id}`} id={id} />}
    </AdminPage>
  )
}

function OfBead({ id }: { id: string }) {
  const { currentData: bead, error, refetch } = useBeadQuery({ params: { id } })
  if (bead) return <BeadActions bead={bead} />
  if (error) return <ErrorState message={failureMessage(error)} onRetry={() => void refetch()} />
  return (
    <SkeletonGroup label={t.admin.loading}>
      <Skeleton width="100%" height="8rem" />
    </SkeletonGroup>
  )
}
