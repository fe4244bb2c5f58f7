import type { Tabs } from '../../player/index.ts'

/** The other tabs and windows of this browser. Where they cannot be told, each plays for itself. */
export function createTabs(): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { claim: () => undefined, subscribe: () => () => undefined }
  const channel = new BroadcastChannel('strand-player')
  return {
    claim: () => channel.postMessage('playing'),
    subscribe(listener) {
      const heard = ({ data }: MessageEvent) => {
        if (data === 'playing') listener()
      }
      channel.addEventListener('message', heard)
      return () => channel.removeEventListener('message', heard)
    },
  }
}
