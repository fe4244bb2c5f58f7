/**
 * The actions dismiss, unfollow and "fewer like this" of a feed and of the suggestions. The affected items slide out
 * immediately (optimistic update) and are restored after an error or an undo (N2, BZ9).
 */
import type { Suggestion } from '#contract/schemas/feed.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { feedApi } from '#data/feed.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import { nameOf, type Followed } from './sentence.ts'

/** Removes the affected items from their list, and restores them. */
export interface Removal {
  remove(): void
  restore(): void
}

const showError = (error: unknown): void => showToast({ text: failureMessage(error), kind: 'error', now: true })
const offerUndo = (text: string, undo: () => Promise<void>): void =>
  showToast({ text, now: true, length: 'long', action: { label: t.common.undo, onSelect: () => void undo() } })

/** Dismisses a suggestion. */
export async function dismiss(dispatch: ApiDispatch, { type, id }: Pick<Suggestion, 'type' | 'id'>, removal: Removal): Promise<void> {
  removal.remove()
  const { error } = await dispatch(feedApi.endpoints.dismissSuggestion.initiate({ params: { type, id } }, { track: false }))
  if (!error) return
  removal.restore()
  showError(error)
}

/** Unfollows the source of an item, and offers to undo it. */
export async function unfollow(dispatch: ApiDispatch, uid: string, reason: Followed, removal: Removal): Promise<void> {
  removal.remove()
  const { followAs, unfollowAs } = await import('#data/relationCommands.ts')
  // `unfollowAs` reports errors itself.
  if (!(await unfollowAs(dispatch, uid, reason))) return removal.restore()
  offerUndo(t.feed.unfollowed(nameOf(reason)), async () => {
    if (await followAs(dispatch, uid, reason)) removal.restore()
  })
}

/** "Fewer like this": keeps following the source, but down-ranks it. */
export async function showFewer(dispatch: ApiDispatch, reason: Followed, removal: Removal): Promise<void> {
  const { type, id } = reason
  const setFewer = (on: boolean) => dispatch(feedApi.endpoints.fewer.initiate({ type, id, on }, { track: false }))
  removal.remove()
  const { error } = await setFewer(true)
  if (error) {
    removal.restore()
    return showError(error)
  }
  offerUndo(t.feed.fewerDone(nameOf(reason)), async () => {
    const { error } = await setFewer(false)
    if (error) showError(error)
    else removal.restore()
  })
}
