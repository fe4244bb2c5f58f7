/** Runs a visitor's intent after the sign-in (A4.2) and confirms it with a toast. Loaded on demand. */
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import type { ApiDispatch } from './cachePatches.ts'
import { addPostOpened } from './dialogs.ts'
import type { Intent } from './intents.ts'
import { collectAs, followBeadAs, followMemberAs, followTagAs, likeCommentAs, upvoteAs } from './relationCommands.ts'

type HandledIntent = Extract<
  Intent,
  { type: 'collect' | 'upvote' | 'followbead' | 'followmember' | 'followtag' | 'commentReact' | 'repost' }
>

const handlers = {
  collect: { run: collectAs, done: () => t.intents.collected },
  upvote: { run: upvoteAs, done: () => t.intents.upvoted },
  followbead: { run: followBeadAs, done: () => t.intents.followed },
  followmember: { run: followMemberAs, done: () => t.intents.followed },
  followtag: { run: followTagAs, done: () => t.intents.followed },
  commentReact: { run: likeCommentAs, done: () => t.intents.liked },
} as const

/** @param uid the signed-in member's id. */
export async function handleIntent(dispatch: ApiDispatch, uid: string | undefined, { type, id }: HandledIntent): Promise<void> {
  if (type === 'repost') return void dispatch(addPostOpened({ repost: id }))
  if (uid === undefined) return
  const { run, done } = handlers[type]
  // Without `now`, the toast appears after a delay: it is not feedback on a press.
  if (await run(dispatch, uid, id)) showToast({ text: done(), length: 'short' })
}
