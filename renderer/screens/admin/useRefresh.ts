import { useMe } from '#data/index.ts'
import { usePoll } from '#data/poll.ts'

/**
 * Reads the figures of an admin page again every `everyMs`, while it is visible and a member is signed in: the page stays mounted when the
 * session expires.
 *
 * @param isNeeded whether the figures still change
 */
export function useRefresh(refresh: () => unknown, everyMs: number, isNeeded = true): void {
  const { me } = useMe()
  usePoll(() => document.hidden || void refresh(), { everyMs, enabled: isNeeded && me !== null })
}
