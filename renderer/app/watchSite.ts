/** Applies read-only mode and announcements that begin or end while the page is open. */
import type { Site } from '#contract/endpoints/site.ts'
import { siteVersionHeader } from '#contract/rules.ts'
import { api, siteIn } from '#data/api.ts'
import { call } from '#data/client.ts'
import { startPolling } from '#data/poll.ts'
import type { Store } from './store.ts'
import { hasUnsavedInput } from './writing.ts'

/** Interval (ms) of a page that sends no other requests. */
const idleMs = 60_000
/** Minimum time (ms) between two requests. */
const minIntervalMs = 5000

/**
 * The settings after an answer. Read-only mode hides the controls that change something: while there is unsaved input, only its banner
 * appears, and the version is that of no answer, so that the next answer of the server leads here again.
 */
export const updatedSite = (before: Site, { version, readOnly, exemptsAdmins, notices }: Site, hasUnsaved: boolean): Site =>
  readOnly && !before.readOnly && hasUnsaved
    ? { ...before, notices, version: '' }
    : { ...before, version, readOnly, exemptsAdmins, notices }

/** Returns a listener for the responses of the server. */
export function watchSite({ dispatch, getState }: Pick<Store, 'dispatch' | 'getState'>): (response: Response) => void {
  let answeredAt = Date.now()
  let updatedAt = -Infinity
  let isUpdating = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function update(): Promise<void> {
    isUpdating = true
    updatedAt = Date.now()
    const { data } = await call('GET /api/v0/site', undefined)
    isUpdating = false
    const before = siteIn(getState())
    if (!data || !before) return
    const value = updatedSite(before, data, hasUnsavedInput(document))
    dispatch(api.util.upsertQueryEntries([{ endpointName: 'site', arg: undefined, value }]))
  }

  function scheduleUpdate(): void {
    if (isUpdating || timer !== undefined) return
    const run = (): void => {
      timer = undefined
      void update()
    }
    timer = setTimeout(run, Math.max(0, updatedAt + minIntervalMs - Date.now()))
  }

  startPolling(() => {
    if (Date.now() - answeredAt >= idleMs) scheduleUpdate()
  }, idleMs)

  return ({ headers }) => {
    answeredAt = Date.now()
    const version = headers.get(siteVersionHeader)
    if (version !== null && version !== siteIn(getState())?.version) scheduleUpdate()
  }
}
