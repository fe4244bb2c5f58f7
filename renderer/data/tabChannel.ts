/** Messages to the other tabs of this browser. Where there is no BroadcastChannel, tabs know nothing of each other. */
export interface TabChannel<T> {
  /** Every other page of our own origin gets it. */
  post(message: T): void
  /** Calls back with messages of other tabs. @returns stops it. */
  subscribe(listener: (message: T) => void): () => void
}

/** Opened with its first use. */
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
