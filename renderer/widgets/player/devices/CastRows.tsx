/** The Cast devices in the list: a row that opens the list of the browser, or the devices that the desktop application finds. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Cast, Speaker } from 'lucide-react'
import { countLeftOut, type CastState, type Devices, type NearbyDevice } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { usePlayer } from '../usePlayer.ts'
import { Row } from './Row.tsx'
import styles from './DeviceList.module.css'

/** The list says that there are no devices after this time (ms), and searches on; ours. Devices answer within a second or two. */
const emptyMs = 8000

type CastActions = NonNullable<Devices['castActions']>

export interface CastSearch {
  devices: readonly NearbyDevice[]
  /** No device was found in time. */
  isEmpty: boolean
}

/** Searches as long as the list is shown. Null where the browser lists the devices. */
export function useCastSearch(actions: CastActions | null): CastSearch | null {
  const search = actions?.search ?? null
  const [devices, setDevices] = useState<readonly NearbyDevice[]>([])
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (search === null) return
    const stop = search(setDevices)
    const timer = setTimeout(setLate, emptyMs, true)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [search])
  return search && { devices, isEmpty: isLate && devices.length === 0 }
}

interface CastRowsProps {
  actions: CastActions
  cast: CastState
  search: CastSearch | null
  /** This page casts. */
  isActive: boolean
  onChosen: () => void
}

export function CastRows({ actions, cast: { device }, search, isActive, onChosen }: CastRowsProps) {
  const { queue } = usePlayer()
  const { left, total } = countLeftOut(actions.receiver, queue.items.slice(Math.max(queue.index, 0)))
  const leavesOut = left === 0 ? null : t.cast.leavesOut(left, total)
  const connecting = device?.isConnecting ? t.devices.connecting(device.name) : null
  const close = useEffectEvent(onChosen)
  // The list stays while its device connects: it shows why that fails.
  const [wasActive, setWasActive] = useState(isActive)
  if (wasActive && !isActive) setWasActive(false)
  const hasStarted = search !== null && isActive && !wasActive
  useEffect(() => {
    if (hasStarted) close()
  }, [hasStarted])
  if (search === null) {
    const choose = () => {
      if (!isActive) actions.choose()
      onChosen()
    }
    const state = isActive ? t.cast.playing : (connecting ?? leavesOut ?? t.cast.idle)
    return <Row name={isActive && device ? device.name : t.cast.choose} icon={Cast} state={state} isActive={isActive} onChoose={choose} />
  }
  // The device of the session is listed before the search finds it again.
  const isListed = device === null || search.devices.some(({ id }) => id === device.id)
  const listed = isListed ? search.devices : [{ id: device.id ?? '', name: device.name, hasScreen: true }, ...search.devices]
  return listed.map((one) => {
    const isOwn = one.id === device?.id
    const idle = leavesOut ?? (one.hasScreen ? t.cast.idle : t.cast.nearby.speaker)
    return (
      <Row
        key={one.id}
        name={one.name}
        icon={one.hasScreen ? Cast : Speaker}
        state={isOwn && isActive ? t.cast.playing : ((isOwn ? connecting : null) ?? idle)}
        isActive={isOwn && isActive}
        onChoose={() => {
          if (isOwn) return isActive ? onChosen() : undefined
          actions.choose(one)
        }}
      />
    )
  })
}

/** What the search finds, that a device connects, and why it was not connected: a screen reader reads all when they change. */
export function CastSearchStatus({ search: { devices, isEmpty }, cast: { device, problem } }: { search: CastSearch; cast: CastState }) {
  const { none, searching, found } = t.cast.nearby
  const result = isEmpty ? none : devices.length === 0 ? searching : found(devices.length)
  const state = device?.isConnecting ? t.devices.connecting(device.name) : result
  // Rendered empty at first: a live region that is inserted together with its text is not announced.
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (status.current) status.current.textContent = state
  }, [state])
  return (
    <>
      <p ref={status} className={styles.note} role="status" />
      {problem && (
        <p className={styles.note} role="alert">
          {t.cast.problems[problem.reason](problem.device)}
        </p>
      )}
    </>
  )
}
