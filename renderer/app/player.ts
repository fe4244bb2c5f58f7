/** The engine's ports, as the web page fills them. */
import { createPlayerClock, createStage, fromPosts, outputs, pageVisibility, type PlayerPorts, type QueueFeed, type Settings } from '../player/index.ts'
import type { PlayerClock, Stage } from '../player/index.ts'
import { call } from './api/client.ts'

const settingsKey = 'strand-player'
const defaults = { volume: 1, muted: false }

/** The volume of this device. A browser that keeps nothing plays at the default. */
const settings: Settings = {
  read() {
    try {
      const kept = JSON.parse(localStorage.getItem(settingsKey) ?? '{}') as Partial<typeof defaults>
      const volume = typeof kept.volume === 'number' && kept.volume >= 0 && kept.volume <= 1 ? kept.volume : defaults.volume
      return { volume, muted: kept.muted === true }
    } catch {
      return defaults
    }
  },
  write(value) {
    try {
      localStorage.setItem(settingsKey, JSON.stringify(value))
    } catch {
      // Full or forbidden: the setting lasts as long as the page.
    }
  },
}

/**
 * B9: the player's feed loads 1000 at once. The offset counts every post of the list, so the server must not
 * leave out those without a medium: it is done here.
 */
const feed: QueueFeed = {
  async more({ list }, from, limit) {
    if (list.of !== 'posts') throw new Error(`Nothing fetches more of a queue from ${list.of}`)
    const { data, error } = await call('GET /api/v0/posts', { query: { ...(list.query as object), from, limit } })
    if (error) throw new Error(error.message)
    return { tracks: fromPosts(data.results), next: data.next }
  },
}

export interface WebPlayer {
  ports: PlayerPorts
  clock: PlayerClock
  stage: Stage
}

export function createWebPlayer(document: Document): WebPlayer {
  const clock = createPlayerClock()
  const stage = createStage(document)
  return {
    clock,
    stage,
    ports: {
      outputs,
      hostFor: stage.hostFor,
      reports: {
        async report(postId) {
          const { error } = await call('POST /api/v0/posts/:id/play', { params: { id: postId } })
          // Thrown, it is sent again; a refusal would only be repeated.
          if (error && (error.status === 0 || error.status >= 500)) throw new Error(error.message)
        },
      },
      feed,
      settings,
      clock,
      visibility: pageVisibility(document),
      session: { read: () => null, write: () => undefined, writePosition: () => undefined },
      memory: { read: () => null, write: () => undefined },
      tabs: { claim: () => undefined, subscribe: () => () => undefined },
      network: { online: () => navigator.onLine, subscribe: () => () => undefined },
      random: Math.random,
    },
  }
}
