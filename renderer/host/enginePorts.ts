/** The ports of the engine in a web page that are loaded with it. */
import {
  outputs as pageOutputs,
  pageLifecycle,
  pageVisibility,
  type Devices,
  type PlayerClock,
  type PlayerPorts,
  type Settings,
  type Stage,
} from '#player/index.ts'
import type { SafeStorage } from '#data/storage.ts'
import { createMemory } from './memory.ts'
import { createNetwork } from './network.ts'
import { feed as pageFeed } from './queueFeed.ts'
import { reports } from './reports.ts'
import { createSession, type OwnedSession } from './session.ts'
import { createTabLock } from './tabLock.ts'
import { createTabs } from './tabs.ts'

/** What the first screen has created already. */
export interface PagePorts extends Partial<Pick<PlayerPorts, 'outputs' | 'feed'>> {
  clock: PlayerClock
  stage: Stage
  settings: Settings
  devices: Devices
  storage: { tab: SafeStorage; device: SafeStorage }
  /** The signed-in member's uid, null for a visitor, undefined while unknown. */
  member: string | null | undefined
}

export function createPorts({
  clock,
  stage,
  settings,
  devices,
  storage,
  member,
  outputs = pageOutputs,
  feed = pageFeed,
}: PagePorts): PlayerPorts & { session: OwnedSession } {
  return {
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
    session: createSession({
      ownTab: storage.tab,
      device: storage.device,
      lock: createTabLock((navigator as Partial<Navigator>).locks),
      member,
    }),
    memory: createMemory(storage.device),
    tabs: createTabs(),
    network: createNetwork(window),
    random: Math.random,
  }
}
