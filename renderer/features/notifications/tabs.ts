/** What was seen in one tab is seen in all of them. */
const name = 'strand-notifications'

interface Seen {
  uid: string
  checked: string
}

let channel: BroadcastChannel | null | undefined
/** A browser without it has tabs that know nothing of each other. */
const opened = (): BroadcastChannel | null => (channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name))

export const tellChecked = (uid: string, checked: string): void => opened()?.postMessage({ uid, checked } satisfies Seen)

/** Calls back with up to when this member has seen everything in another tab. Answers how to stop. */
export function onCheckedElsewhere(uid: string, act: (checked: string) => void): () => void {
  const listen = ({ data }: MessageEvent<Seen>) => {
    if (data.uid === uid) act(data.checked)
  }
  opened()?.addEventListener('message', listen)
  return () => opened()?.removeEventListener('message', listen)
}
