/** Which of the member's notifications the system shows: those that are new since the application has started. */
import { toPagePath } from './pagePath.ts'

/** A notification that the member's push preferences allow. */
export interface Notice {
  /** The same for all notifications of one kind about one thing. */
  tag: string
  title: string
  /** Path of the page that it is about. */
  path: string
  /** ISO 8601, by the clock of the server. */
  time: string
}

/** Of more that arrive at once, only the newest are shown. */
export const maxShownAtOnce = 3

/**
 * The notices to show, oldest first. The first report shows none: the page has them. Reports are compared with each other, so that neither
 * a reload nor the clock of this computer matters. @param newest the time of the newest notice so far; undefined at the first report
 */
export function selectNewNotices(newest: string | undefined, notices: readonly Notice[]): { newest: string; shown: readonly Notice[] } {
  const sorted = [...notices].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
  const last = sorted.at(-1)?.time ?? ''
  const shown = newest === undefined ? [] : sorted.filter(({ time }) => time > newest).slice(-maxShownAtOnce)
  return { newest: newest === undefined || last > newest ? last : newest, shown }
}

/** The path of the page, with the comment that it is about; null if it is none. */
export function toNoticePath(path: string): string | null {
  const [address = '', anchor = ''] = path.split('#')
  const page = toPagePath(address)
  return page === null || !/^[\w-]{0,64}$/.test(anchor) ? page : page + (anchor && `#${anchor}`)
}
