/** Synchronises the read state across tabs. */
import { tabChannel } from '#data/tabChannel.ts'

interface Seen {
  uid: string
  checked: string
}

const channel = tabChannel<Seen>('strand-notifications')

export const tellChecked = (uid: string, checked: string): void => channel.post({ uid, checked })

/** Subscribes to this member's "read until" times from other tabs. Returns the unsubscribe function. */
export const onCheckedElsewhere = (uid: string, act: (checked: string) => void): (() => void) =>
  channel.subscribe((seen) => {
    if (seen.uid === uid) act(seen.checked)
  })
