import { useState } from 'react'
import { Link } from 'wouter'
import { Airplay, Monitor, MonitorSmartphone, MonitorUp, Tv } from 'lucide-react'
import { useDispatch } from 'react-redux'
import type { ConnectDevice } from '#contract/connect.ts'
import { connectLimits } from '#contract/rules.ts'
import { castDeviceId, player, type CastState, type DeviceList as List, type Devices, type RemotePlaybackStatus } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { usePlayer } from '../usePlayer.ts'
import { CastRows, CastSearchStatus, useCastSearch } from './CastRows.tsx'
import { Row } from './Row.tsx'
import styles from './DeviceList.module.css'

interface DeviceListProps {
  devices: Devices
  list: List
  cast: CastState
  /** Null if the browser itself offers no device. */
  remotePlayback: RemotePlaybackStatus | null
  /** Visitors have no devices but this page, those of Google Cast and those of the browser. */
  isMember: boolean
  onChosen: () => void
}

const icons = { browser: MonitorSmartphone, desktop: Monitor, tv: Tv }

/** The devices of the member, this one first, and those of Google Cast and of the browser. One click moves playback. */
export function DeviceList({ devices, list: { own, devices: all }, cast, remotePlayback, isMember, onChosen }: DeviceListProps) {
  const dispatch = useDispatch()
  const { remote, queue } = usePlayer()
  const { castActions } = devices
  const search = useCastSearch(castActions)
  const item = queue.items[queue.index]
  const sorted = [...all].sort((a, b) => Number(b.id === own) - Number(a.id === own))
  // A television cannot be renamed by its remote control, so the device that is controlled is renamed here.
  const renamed = sorted.find(({ id }) => id === (remote?.id ?? own))
  const isCasting = remote?.id === castDeviceId
  /** A Cast device was chosen, and is not in charge yet. */
  const isCastPending = cast.device !== null && !isCasting
  /** This page is in charge, but plays on a device of the browser. Only the browser's list of devices ends that. */
  const isPlayingRemotely = remotePlayback?.connection === 'connected'
  // In the same call as the click, which the browser requires.
  const prompt = () => dispatch(player.promptRemotePlayback())
  const chooseOwn = isCasting ? castActions?.bringHere : isPlayingRemotely ? prompt : undefined
  const chosen = (choose: (() => unknown) | undefined) => () => {
    // Every choice cancels the connection of a pending Cast device.
    if (isCastPending) void castActions?.bringHere()
    choose?.()
    onChosen()
  }
  const leave = () => {
    void (isCasting ? castActions : devices.actions)?.leave()
    onChosen()
  }
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>{t.devices.title}</h2>
      <ul className={styles.list} aria-label={t.devices.title}>
        {own === null && (
          <Row
            name={t.devices.thisDevice}
            icon={MonitorSmartphone}
            state={remote === null && item ? t.devices.nowPlaying(item.title, item.creator) : t.devices.idle}
            isActive={remote === null && !isPlayingRemotely}
            onChoose={chosen(chooseOwn)}
          />
        )}
        {sorted.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isOwn={device.id === own}
            isActive={remote === null ? device.id === own && !isPlayingRemotely : device.id === remote.id}
            onChoose={chosen((device.id === own && chooseOwn) || (() => devices.actions?.choose(device.id)))}
          />
        ))}
        {castActions !== null && (cast.isAvailable || cast.device !== null) && (
          <CastRows actions={castActions} cast={cast} search={search} isActive={isCasting} onChosen={onChosen} />
        )}
        {remotePlayback && (
          <Row
            name={t.devices.remotePlayback[remotePlayback.kind].name}
            icon={remotePlayback.kind === 'airPlay' ? Airplay : MonitorUp}
            state={t.devices.remotePlayback[remotePlayback.kind][remotePlayback.connection]}
            isActive={isPlayingRemotely}
            onChoose={chosen(prompt)}
          />
        )}
      </ul>
      {search && <CastSearchStatus search={search} cast={cast} />}
      {isMember && own === null && <p className={styles.note}>{t.devices.offline}</p>}
      {isMember && own !== null && sorted.length < 2 && <p className={styles.note}>{t.devices.alone}</p>}
      {isMember && (
        <Link href="/pair" className={styles.link} onClick={onChosen}>
          {t.devices.connectTv}
        </Link>
      )}
      {renamed && (
        <Renaming
          key={renamed.id}
          labels={renamed.id === own ? t.devices.renaming : t.devices.renamingOf(renamed.name)}
          name={renamed.name}
          onRename={(name) => devices.actions?.rename(renamed.id, name)}
        />
      )}
      {remote && (
        <Button size="small" onClick={leave}>
          {t.devices.leave(remote.name)}
        </Button>
      )}
    </div>
  )
}

/** Renames a device. */
function Renaming({
  labels,
  name,
  onRename,
}: {
  labels: { button: string; field: string }
  name: string
  onRename: (name: string) => void
}) {
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <Button size="small" onClick={() => setOpen(true)}>
        {labels.button}
      </Button>
    )
  const submit = (form: FormData) => {
    const given = String(form.get('name')).trim()
    if (given !== '' && given !== name) onRename(given)
    setOpen(false)
  }
  return (
    <form action={submit} className={styles.renaming}>
      <Field name="name" label={labels.field} defaultValue={name} maxLength={connectLimits.name.max} autoComplete="off" autoFocus />
      <Button size="small" kind="primary" type="submit">
        {t.devices.save}
      </Button>
    </form>
  )
}

interface DeviceRowProps {
  device: ConnectDevice
  isOwn: boolean
  /** The device plays what this page shows. */
  isActive: boolean
  onChoose: () => void
}

function stateOf(playing: ConnectDevice['playing']): string {
  if (playing === null) return t.devices.idle
  return playing.isPlaying ? t.devices.nowPlaying(playing.title, playing.creator) : t.devices.paused(playing.title)
}

function DeviceRow({ device: { name, kind, playing, connected }, isOwn, isActive, onChoose }: DeviceRowProps) {
  const state = connected ? stateOf(playing) : t.devices.disconnected
  return (
    <Row
      name={name}
      icon={icons[kind]}
      state={isOwn ? `${t.devices.thisDevice} · ${state}` : state}
      isActive={isActive}
      onChoose={onChoose}
    />
  )
}
