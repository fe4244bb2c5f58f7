/**
 * The ports of the engine in a widget. It stores nothing and connects to no other device: a visitor of another site has not chosen to use
 * Strand. In a sandboxed frame the origin is opaque, so requests to Strand are those of another site.
 */
import type { PlayerClock, PlayerPorts, PlayReports, PostMemory, Remembered, Tabs } from '#player/index.ts'
import { pageLifecycle, pageVisibility, widgetOutputs } from '#player/index.ts'
import { createTabs } from '#host/tabs.ts'
import { widgetScript } from '#contract/pages/widget.ts'
import type { ParentPage } from './parentPage.ts'

const isOpaque = (): boolean => self.origin === 'null'

/** For as long as the document exists. */
function createVolatileMemory(): PostMemory {
  const posts = new Map<string, Remembered>()
  return {
    read: (postId) => posts.get(postId) ?? null,
    write: (postId, remembered) => void (remembered === null ? posts.delete(postId) : posts.set(postId, remembered)),
  }
}

/**
 * Plays of visitors are counted, as on Strand (H4), and without the session even if there is one. A sandboxed frame reports none: the server
 * refuses writes of other origins.
 */
const reports: PlayReports = {
  async report(postId) {
    if (isOpaque()) return
    const answer = await fetch(`/api/v0/posts/${encodeURIComponent(postId)}/play`, {
      method: 'POST',
      headers: { 'X-Strand-Request': '1' },
      credentials: 'omit',
      keepalive: true,
    })
    // Chromium retains requests whose answers are not read.
    void answer.text().catch(() => undefined)
    // The player retries after an exception; other refusals are final.
    if (answer.status >= 500) throw new Error(`Status ${answer.status}`)
  },
}

/**
 * One widget plays at a time: those of the same origin by a channel, also with the tabs of Strand, and those of a page with the script variant
 * by that page. A browser may refuse the channel where it blocks storage.
 */
function createWidgetTabs(parentPage: ParentPage): Tabs {
  let channel: Tabs | null = null
  try {
    channel = createTabs()
  } catch {
    // The page relays it, if it has the script variant.
  }
  return {
    claim() {
      channel?.claim()
      parentPage.reportPlaying()
    },
    subscribe(listener) {
      parentPage.onPause(listener)
      return channel?.subscribe(listener) ?? (() => undefined)
    },
  }
}

/** A file that every origin may load: an answer shows that Strand is reachable. */
const isReachable = (): Promise<boolean> =>
  fetch(widgetScript, { method: 'HEAD', cache: 'no-store', credentials: 'omit' }).then(
    () => true,
    () => false,
  )

export function createWidgetPorts(clock: PlayerClock, hostFor: PlayerPorts['hostFor'], parentPage: ParentPage): PlayerPorts {
  return {
    outputs: widgetOutputs,
    hostFor,
    reports,
    // The queue is the list of the document.
    feed: { more: () => Promise.resolve({ tracks: [], next: null }) },
    settings: { read: () => ({ volume: 1, muted: false }), write: () => undefined },
    clock,
    visibility: pageVisibility(document),
    lifecycle: pageLifecycle(window),
    session: { read: () => null, write: () => undefined, writePosition: () => undefined },
    memory: createVolatileMemory(),
    tabs: createWidgetTabs(parentPage),
    network: {
      online: () => navigator.onLine,
      reachable: isReachable,
      subscribe(listener) {
        for (const type of ['online', 'offline']) addEventListener(type, listener)
        return () => {
          for (const type of ['online', 'offline']) removeEventListener(type, listener)
        }
      },
    },
    random: Math.random,
  }
}
