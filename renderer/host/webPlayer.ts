/** The player engine with the ports of a web page. */
import {
  createLazyEngine,
  createPlayerClock,
  createStage,
  outputs,
  pageLifecycle,
  pageVisibility,
  type LazyEngine,
  type PlayerClock,
  type Stage,
} from '#player/index.ts'
import { feed } from './queueFeed.ts'
import { createMemory, type DeviceMemory } from './memory.ts'
import { createNetwork } from './network.ts'
import { createTabLock } from './tabLock.ts'
import { reports } from './reports.ts'
import { createSession, type OwnedSession } from './session.ts'
import { createSettings } from './settings.ts'
import { device, ownTab } from '#data/storage.ts'
import { createTabs } from './tabs.ts'

export interface WebPlayer {
  engine: LazyEngine
  clock: PlayerClock
  stage: Stage
  session: OwnedSession
  memory: DeviceMemory
}

/** `member`: the uid of who is signed in, null for a visitor, undefined where the page does not know yet. */
export function createWebPlayer(document: Document, member: string | null | undefined): WebPlayer {
  const clock = createPlayerClock()
  const stage = createStage(document)
  const session = createSession({ ownTab, device, lock: createTabLock((navigator as Partial<Navigator>).locks), member })
  const memory = createMemory(device)
  return {
    clock,
    stage,
    session,
    memory,
    engine: createLazyEngine({
      outputs,
      hostFor: stage.hostFor,
      reports,
      feed,
      settings: createSettings(device),
      clock,
      visibility: pageVisibility(document),
      lifecycle: pageLifecycle(window),
      session,
      memory,
      tabs: createTabs(),
      network: createNetwork(window),
      random: Math.random,
    }),
  }
}
