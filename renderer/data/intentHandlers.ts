/**
 * What a visitor meant to do, done by the member whom they have become (A4.2), and told with a toast. Fetched when
 * there is something to do.
 */
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import type { ApiDispatch } from './cachePatches.ts'
import { addPostOpened } from './dialogs.ts'
import type { Intent } from './intents.ts'
import { collectAs, followBeadAs, followMemberAs, followTagAs, likeCommentAs, upvoteAs } from './relations.ts'

type Act = Extract<Intent, { type: 'collect' | 'upvote' | 'followbead' | 'followmember' | 'followtag' | 'commentReact' | 'repost' }>

const acts = {
  collect: { run: collectAs, done: () => t.auth.collected },
  upvote: { run: upvoteAs, done: () => t.auth.upvoted },
  followbead: { run: followBeadAs, done: () => t.auth.followed },
  followmember: { run: followMemberAs, done: () => t.auth.followed },
  followtag: { run: followTagAs, done: () => t.auth.followed },
  commentReact: { run: likeCommentAs, done: () => t.auth.liked },
} as const

/** `uid`: the signed-in member's. */
export async function act(dispatch: ApiDispatch, uid: string | undefined, { type, id }: Act): Promise<void> {
  if (type === 'repost') return void dispatch(addPostOpened({ repost: id }))
  if (uid === undefined) return
  const { run, done } = acts[type]
  // Nobody has pressed for it just now: it may take its time to begin, as the page that comes back does.
  if (await run(dispatch, uid, id)) showToast({ text: done(), length: 'short' })
}
