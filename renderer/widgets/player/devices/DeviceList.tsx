import { useId, useState } from 'react'
import { Link } from 'wouter'
import { AudioLines, Monitor, MonitorSmartphone, Tv } from 'lucide-react'
import type { ConnectDevice } from '#contract/connect.ts'
import { connectLimits } from '#contract/rules.ts'
import type { DeviceList as List, Devices } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { classes } from '#ui/classes.ts'
import { Field } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import { usePlayer } from '../usePlayer.ts'
import styles from './DeviceList.module.css'

interface DeviceListProps {
  devices: Devices
  list: List
  onChosen: () => void
}

const icons = { browser: MonitorSmartphone, desktop: Monitor, tv: Tv }

/** The devices of the member: this one first. One click moves playback. */
export function DeviceList({ devices, list: { own, devices: all }, onChosen }: DeviceListProps) {
  const { remote } = usePlayer()
  if (own === null) return <p className={styles.note}>{t.devices.offline}</p>
  const sorted = [...all].sort((a, b) => Number(b.id === own) - Number(a.id === own))
  // A television cannot be renamed by its remote control, so the device that is controlled is renamed here.
  const renamed = sorted.find(({ id }) => id === (remote?.id ?? own))
  const choose = (id: string) => {
    void devices.actions?.choose(id)
    onChosen()
  }
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>{t.devices.title}</h2>
      <ul className={styles.list} aria-label={t.devices.title}>
        {sorted.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isOwn={device.id === own}
            isActive={remote === null ? device.id === own : device.id === remote.id}
            onChoose={() => choose(device.id)}
          />
        ))}
      </ul>
      {sorted.length < 2 && <p className={styles.note}>{t.devices.alone}</p>}
      <Link href="/pair" className={styles.link} onClick={onChosen}>
        {t.devices.connectTv}
      </Link>
      {renamed && (
        <Renaming
          key={renamed.id}
          labels={renamed.id === own ? t.devices.renaming : t.devices.renamingOf(renamed.name)}
          name={renamed.name}
          onRename={(name) => devices.actions?.rename(renamed.id, name)}
        />
      )}
      {remote && (
        <Button
          size="small"
          onClick={() => {
            devices.actions?.leave()
            onChosen()
          }}
        >
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
  const details = useId()
  const state = connected ? stateOf(playing) : t.devices.disconnected
  return (
    <li>
      <button
        type="button"
        className={classes(styles.device, isActive && styles.active)}
        aria-current={isActive ? 'true' : undefined}
        aria-label={name}
        aria-describedby={details}
        onClick={onChoose}
      >
        <Icon as={icons[kind]} />
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span id={details} className={styles.state}>
            {isOwn && <>{t.devices.thisDevice} · </>}
            {state}
          </span>
        </span>
        {isActive && (
          <span className={styles.mark}>
            <Icon as={AudioLines} />
          </span>
        )}
      </button>
    </li>
  )
}
