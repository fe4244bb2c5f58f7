import type { Tabs } from '#player/index.ts'

/** A tab's announcement that it plays. */
interface Claim {
  /** Milliseconds since 1970: the clock of the machine, which its tabs share. */
  at: number
  /** Orders claims of the same millisecond. */
  tab: string
}

const isClaim = (data: unknown): data is Claim =>
  typeof data === 'object' && data !== null && typeof (data as Claim).at === 'number' && typeof (data as Claim).tab === 'string'

const isLater = (a: Claim, b: Claim): boolean => (a.at === b.at ? a.tab > b.tab : a.at > b.at)

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>

const openChannel = (): Channel | null => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('strand-player'))

/** The port by which one tab plays at a time. Without BroadcastChannel each tab plays independently. */
export function createTabs(channel = openChannel(), tab = Math.random().toString(36).slice(2), now: () => number = Date.now): Tabs {
  if (channel === null) return { claim: () => undefined, subscribe: () => () => undefined }
  let own: Claim | null = null
  return {
    claim() {
      own = { at: now(), tab }
      channel.postMessage(own)
    },
    subscribe(listener) {
      const receive = ({ data }: MessageEvent) => {
        // If the claims of two tabs cross, only the tab with the earlier claim pauses; otherwise both would.
        if (isClaim(data) && (own === null || isLater(data, own))) listener()
      }
      channel.addEventListener('message', receive)
      return () => channel.removeEventListener('message', receive)
    },
  }
}
