/** Creates the player engine with the ports of a web page. */
import {
  createDevices,
  createLazyEngine,
  createPlayerClock,
  createStage,
  outputs as pageOutputs,
  pageLifecycle,
  pageVisibility,
  type Devices,
  type LazyEngine,
  type PlayerClock,
  type PlayerPorts,
  type Settings,
  type Stage,
} from '#player/index.ts'
import { feed as pageFeed } from './queueFeed.ts'
import { createMemory, type DeviceMemory } from './memory.ts'
import { createNetwork } from './network.ts'
import { createTabLock } from './tabLock.ts'
import { reports } from './reports.ts'
import { createSession, type OwnedSession } from './session.ts'
import { createSettings } from './settings.ts'
import { deviceStorage, tabStorage, type SafeStorage } from '#data/storage.ts'
import { createTabs } from './tabs.ts'

export interface WebPlayer {
  engine: LazyEngine
  clock: PlayerClock
  stage: Stage
  session: OwnedSession
  memory: DeviceMemory
  settings: Settings
  devices: Devices
  ports: PlayerPorts
}

interface WebPlayerOptions extends Partial<Pick<PlayerPorts, 'outputs' | 'feed'>> {
  /** Where queue, memory and settings are stored, for this tab and for this device. */
  storage?: { tab: SafeStorage; device: SafeStorage }
}

/** `member`: the signed-in member's uid, null for a visitor, undefined while unknown. */
export function createWebPlayer(
  document: Document,
  member: string | null | undefined,
  { storage = { tab: tabStorage, device: deviceStorage }, outputs = pageOutputs, feed = pageFeed }: WebPlayerOptions = {},
): WebPlayer {
  const clock = createPlayerClock()
  const stage = createStage(document)
  const session = createSession({
    ownTab: storage.tab,
    device: storage.device,
    lock: createTabLock((navigator as Partial<Navigator>).locks),
    member,
  })
  const memory = createMemory(storage.device)
  const settings = createSettings(storage.device)
  const devices = createDevices()
  const ports: PlayerPorts = {
    devices: devices.link,
    driver: devices.driver,
    outputs,
    hostFor: stage.hostFor,
    reports,
    feed,
    settings,
    clock,
    visibility: pageVisibility(document),
    lifecycle: pageLifecycle(window),
    session,
    memory,
    tabs: createTabs(),
    network: createNetwork(window),
    random: Math.random,
  }
  return { clock, stage, session, memory, settings, devices, ports, engine: createLazyEngine(ports) }
}
