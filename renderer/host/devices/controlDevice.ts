/** Controls another device of the member from this one (BZ4). */
import { tabStorage } from '#data/storage.ts'
import { loadRemoteDriver, type Devices, type LazyEngine, type PlayerClock, type RemoteOptions, type Settings } from '#player/index.ts'
import { t } from '#texts/index.ts'

/** The device that this page controls, to find it again after a reload. */
const targetKey = 'strand-remote'

const forgetTarget = (): void => tabStorage.remove(targetKey)

export interface Target {
  /** The device that this page controlled before it was reloaded; null if there is none, or no longer. */
  device: string | null
  /** Whether the device has the queue of this page, or its own one. */
  join: 'rejoin' | 'control'
  /** This page does not control the device again, also after another reload. */
  forget(): void
}

export function readTarget(): Target {
  const { device, join } = (tabStorage.read(targetKey) ?? {}) as { device?: unknown; join?: unknown }
  const target: Target = {
    device: typeof device === 'string' ? device : null,
    join: join === 'control' ? 'control' : 'rejoin',
    forget() {
      target.device = null
      forgetTarget()
    },
  }
  return target
}

export interface ControlContext {
  devices: Devices
  engine: LazyEngine
  clock: PlayerClock
  settings: Settings
}

/** @param notify tells the person what went wrong. */
export function createControl({ devices, engine, clock, settings, notify }: ControlContext & { notify: (text: string) => void }) {
  async function control(device: string, join: RemoteOptions['join']): Promise<void> {
    const { createRemoteDriver } = await loadRemoteDriver()
    const found = devices.list.read().devices.find((one) => one.id === device)
    if (!found) return
    const { name, kind } = found
    engine.start()
    tabStorage.write(targetKey, { device, join })
    devices.driver.set(
      createRemoteDriver({
        devices: devices.link,
        clock,
        settings,
        device: { id: device, name, kind },
        join,
        onLost(loss) {
          notify(loss === 'gone' ? t.devices.lost(name) : t.devices.unreachable(name))
          leave()
        },
        onUnresponsive: () => notify(t.devices.unresponsive(name)),
      }),
    )
  }

  /** Takes the queue from the device that this page controls. */
  async function release(): Promise<void> {
    const driver = devices.driver.current()
    if (driver && !(await driver.release())) notify(t.devices.unresponsive(driver.device.name))
  }

  function leave(): void {
    forgetTarget()
    devices.driver.set(null)
  }

  return { control, release, leave }
}
