import { useSyncExternalStore } from 'react'
import { t } from '#texts/index.ts'
import type { Ownership, Television } from './television.ts'
import { TvScreen } from './TvScreen.tsx'

/** The screen of a television that belongs to a member. */
export function TelevisionScreen({ television, onSignOut }: { television: Television; onSignOut: () => void }) {
  const { devices } = television
  const ownership = useSyncExternalStore(television.ownership.subscribe, television.ownership.read)
  const { own, devices: all } = useSyncExternalStore(devices.list.subscribe, devices.list.read)
  const name = all.find((device) => device.id === own)?.name
  return (
    <TvScreen
      player={television}
      header={ownership === null ? t.tv.connecting : <Owner ownership={ownership} name={name} />}
      idle={{ title: t.tv.idle, hint: t.tv.idleHint(name ?? t.devices.unnamedTv) }}
      onSignOut={onSignOut}
    />
  )
}

function Owner({ ownership: { owner, expires, playbackOnly }, name }: { ownership: Ownership; name: string | undefined }) {
  const time = new Date(expires).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return (
    <>
      {name === undefined || name === t.devices.unnamedTv ? t.tv.ownedBy(owner.name) : t.tv.ownedNamed(owner.name, name)}
      {playbackOnly && ` · ${t.tv.evening(time)}`}
    </>
  )
}
