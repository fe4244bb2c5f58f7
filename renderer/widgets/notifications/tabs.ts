/** Synchronises across tabs up to which time notifications are read. */
import { tabChannel } from '#data/tabChannel.ts'

interface CheckedMessage {
  uid: string
  /** Time up to which the member has read. */
  checked: string
}

const channel = tabChannel<CheckedMessage>('strand-notifications')

export const broadcastChecked = (uid: string, checked: string): void => channel.post({ uid, checked })

/** Subscribes to this member's "read until" times from other tabs. Returns the unsubscribe function. */
export const onCheckedInOtherTab = (uid: string, callback: (checked: string) => void): (() => void) =>
  channel.subscribe((message) => {
    if (message.uid === uid) callback(message.checked)
  })
