/** Notifications of members, while the window is in the background. */
import { selectNewNotices, toNoticePath, type Notice } from '../policy/notices.ts'
import type { Notifier } from './notifier.ts'

export interface NoticeOptions {
  server(): string | null
  notifier: Notifier
  /** Whether a person sees the page, which shows notifications itself. */
  isFocused(): boolean
  /** Shows a path of a server, or only the window. */
  open(server: string, path: string | null): void
}

/** Returns what handles a report of the page: the latest notifications of the member who is signed in. */
export function createNoticeReporter({ server, notifier, isFocused, open }: NoticeOptions) {
  /** Time of the newest notification, by server and member. */
  const newest = new Map<string, string>()

  return ({ member, notices }: { member: string; notices: readonly Notice[] }): void => {
    const origin = server()
    if (origin === null) return
    const key = `${origin} ${member}`
    const selected = selectNewNotices(newest.get(key), notices)
    newest.set(key, selected.newest)
    if (isFocused()) return
    for (const { tag, title, path } of selected.shown)
      notifier.show({ tag: `${key} ${tag}`, title, body: '', onClick: () => open(origin, toNoticePath(path)) })
  }
}
