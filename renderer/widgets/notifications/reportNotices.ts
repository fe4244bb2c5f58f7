/** Reports notifications to the desktop application, which shows those that are new while its window is in the background (BY19). */
import { platform } from '#host/platform.ts'
import type { NotificationEntry } from './useNotifications.ts'

/** At most what the bridge accepts. */
const maxNotices = 20
const maxTextLength = 300

/** Whether the page runs in an application that shows notifications. */
export const canReport = (): boolean => platform.bridge !== null && 'reportNotices' in platform.bridge

/** The application shows each once, also if it is reported again. */
export function reportNotices(member: string, entries: readonly NotificationEntry[]): void {
  if (!canReport()) return
  const notices = entries
    .filter(({ isPushEnabled }) => isPushEnabled)
    .slice(0, maxNotices)
    .map(({ key, sentence, href, time }) => ({
      tag: key.slice(0, maxTextLength),
      title: sentence
        .map(({ text }) => text)
        .join('')
        .slice(0, maxTextLength),
      path: href,
      time,
    }))
  void platform.bridge?.reportNotices({ member, notices })
}
