/** What was seen in one tab is seen in all of them. */
import { tabChannel } from '#data/tabChannel.ts'

interface Seen {
  uid: string
  checked: string
}

const channel = tabChannel<Seen>('strand-notifications')

export const tellChecked = (uid: string, checked: string): void => channel.post({ uid, checked })

/** Calls back with up to when this member has seen everything in another tab. Answers how to stop. */
export const onCheckedElsewhere = (uid: string, act: (checked: string) => void): (() => void) =>
  channel.subscribe((seen) => {
    if (seen.uid === uid) act(seen.checked)
  })
