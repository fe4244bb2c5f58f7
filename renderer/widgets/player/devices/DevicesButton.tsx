import { useRef, useState, useSyncExternalStore } from 'react'
import { MonitorSpeaker } from 'lucide-react'
import { useMe } from '#data/index.ts'
import type { Devices } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Popover } from '#ui/Popover.tsx'
import { usePlayer } from '../usePlayer.ts'
import { DeviceList } from './DeviceList.tsx'
import { offeredRemotePlayback } from './offeredRemotePlayback.ts'

/** Opens the list of devices, to play on another one (BZ4, K1, BY28). Visitors only have those of Google Cast and of the browser. */
export function DevicesButton({ devices }: { devices: Devices }) {
  const { me } = useMe()
  const { remote, remotePlayback } = usePlayer()
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const list = useSyncExternalStore(devices.list.subscribe, devices.list.read)
  const cast = useSyncExternalStore(devices.cast.subscribe, devices.cast.read)
  const offered = offeredRemotePlayback(remotePlayback, cast)
  if (!me && !cast.isAvailable && cast.device === null && offered === null) return null
  return (
    <>
      <IconButton
        ref={anchor}
        name={t.devices.title}
        icon={<Icon as={MonitorSpeaker} />}
        pressed={remote !== null || offered?.connection === 'connected'}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      <Popover open={open} onOpenChange={setOpen} anchor={anchor} label={t.devices.title}>
        <DeviceList
          devices={devices}
          list={list}
          cast={cast}
          remotePlayback={offered}
          isMember={Boolean(me)}
          onChosen={() => setOpen(false)}
        />
      </Popover>
    </>
  )
}
