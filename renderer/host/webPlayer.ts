/** Creates the player of a web page. The first screen needs only its view; the engine and its ports are loaded to play. */
import {
  createDevices,
  createLazyEngine,
  createPlayerClock,
  createStage,
  loadEngine,
  type Devices,
  type LazyEngine,
  type PlayerClock,
  type PlayerPorts,
  type Settings,
  type Stage,
} from '#player/index.ts'
import { deviceStorage, tabStorage, type SafeStorage } from '#data/storage.ts'
import type { OwnedSession } from './session.ts'
import { createSettings } from './settings.ts'
import { clearStoredPosts, clearStoredQueue, hasQueue } from './stored.ts'

export interface WebPlayer {
  engine: LazyEngine
  clock: PlayerClock
  stage: Stage
  settings: Settings
  devices: Devices
  /** The ports of the engine; null until it is loaded. */
  ports(): PlayerPorts | null
  /** Whether this tab or device has stored a queue, which may be another tab's or another member's. */
  hasStoredQueue(): boolean
  /** The signed-in member changed, or is known for the first time. */
  setMember(uid: string | null): void
  /** Deletes the queues and the memory of this device. */
  forget(): void
}

interface WebPlayerOptions extends Partial<Pick<PlayerPorts, 'outputs' | 'feed'>> {
  /** Where queue, memory and settings are stored, for this tab and for this device. */
  storage?: { tab: SafeStorage; device: SafeStorage }
}

/** `member`: the signed-in member's uid, null for a visitor, undefined while unknown. */
export function createWebPlayer(
  document: Document,
  initialMember: string | null | undefined,
  { storage = { tab: tabStorage, device: deviceStorage }, ...own }: WebPlayerOptions = {},
): WebPlayer {
  let member = initialMember
  let ports: (PlayerPorts & { session: OwnedSession }) | null = null
  const view = {
    clock: createPlayerClock(),
    stage: createStage(document),
    settings: createSettings(storage.device),
    devices: createDevices(),
  }

  async function load() {
    const [code, { createPorts }] = await Promise.all([loadEngine(), import('./enginePorts.ts')])
    ports ??= createPorts({ ...view, ...own, storage, member })
    return { ...code, ports }
  }

  return {
    ...view,
    engine: createLazyEngine(load),
    ports: () => ports,
    hasStoredQueue: () => [storage.tab, storage.device].some(hasQueue),
    setMember(uid) {
      member = uid
      ports?.session.setMember(uid)
    },
    forget() {
      for (const each of [storage.tab, storage.device]) clearStoredQueue(each)
      clearStoredPosts(storage.device)
      ports?.session.clear()
    },
  }
}
