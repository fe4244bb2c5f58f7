/** What can be done about a thing of the feed that slides out for it; where that is refused, or taken back, it comes again (N2, BZ9). */
import type { Suggestion } from '#contract/schemas/feed.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { feedApi } from '#data/feed.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import { nameOf, type Followed } from './sentence.ts'

/** The things in question. */
export interface Leaving {
  leave(): void
  comeBack(): void
}

const tell = (error: unknown): void => showToast({ text: failureMessage(error), kind: 'error', now: true })
const offerUndo = (text: string, undo: () => Promise<void>): void =>
  showToast({ text, now: true, length: 'long', action: { label: t.common.undo, onSelect: () => void undo() } })

/** Suggests it no more. */
export async function dismiss(dispatch: ApiDispatch, { type, id }: Pick<Suggestion, 'type' | 'id'>, things: Leaving): Promise<void> {
  things.leave()
  const { error } = await dispatch(feedApi.endpoints.dismissSuggestion.initiate({ params: { type, id } }, { track: false }))
  if (!error) return
  things.comeBack()
  tell(error)
}

export async function unfollow(dispatch: ApiDispatch, uid: string, reason: Followed, things: Leaving): Promise<void> {
  things.leave()
  const { followAs, unfollowAs } = await import('#data/relations.ts')
  // A refusal is told where relations are.
  if (!(await unfollowAs(dispatch, uid, reason))) return things.comeBack()
  offerUndo(t.feed.unfollowed(nameOf(reason)), async () => {
    if (await followAs(dispatch, uid, reason)) things.comeBack()
  })
}

/** Goes on following it, and hears less of it. */
export async function hearLess(dispatch: ApiDispatch, reason: Followed, things: Leaving): Promise<void> {
  const { type, id } = reason
  const ask = (on: boolean) => dispatch(feedApi.endpoints.fewer.initiate({ type, id, on }, { track: false }))
  things.leave()
  const { error } = await ask(true)
  if (error) {
    things.comeBack()
    return tell(error)
  }
  offerUndo(t.feed.fewerDone(nameOf(reason)), async () => {
    const { error } = await ask(false)
    if (error) tell(error)
    else things.comeBack()
  })
}
