/** Intents of links, until a page of the server takes them. */
import type { Intent } from '../policy/deepLink.ts'

/** Further links are dropped. */
export const maxQueued = 16

export interface IntentQueue {
  add(intent: Intent): void
  /** Sends at once; false if no page takes intents. */
  send(intent: Intent): boolean
  /** All intents that wait. From now on they are sent to the page. */
  take(): Intent[]
  /** The page has been left: intents wait for the next one. */
  reset(): void
}

/** @param send returns false if there is no page */
export function createIntentQueue(send: (intent: Intent) => boolean): IntentQueue {
  let waiting: Intent[] = []
  let isPageReady = false
  const sendNow = (intent: Intent): boolean => isPageReady && send(intent)
  return {
    send: sendNow,
    add(intent) {
      if (sendNow(intent)) return
      if (waiting.length < maxQueued) waiting.push(intent)
    },
    take() {
      isPageReady = true
      const taken = waiting
      waiting = []
      return taken
    },
    reset() {
      isPageReady = false
    },
  }
}
