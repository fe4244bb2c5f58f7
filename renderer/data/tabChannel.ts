/** Messages between the tabs of this browser. Without BroadcastChannel, messages are lost. */
export interface TabChannel<T> {
  /** Reaches every other page of this origin. */
  post(message: T): void
  /** Subscribes to messages of other tabs. @returns unsubscribes. */
  subscribe(listener: (message: T) => void): () => void
}

/** A channel by its name, opened on first use. */
export function tabChannel<T>(name: string): TabChannel<T> {
  let channel: BroadcastChannel | null | undefined
  const open = () => (channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name))
  return {
    post: (message) => open()?.postMessage(message),
    subscribe(listener) {
      const receive = ({ data }: MessageEvent) => listener(data as T)
      open()?.addEventListener('message', receive)
      return () => open()?.removeEventListener('message', receive)
    },
  }
}
