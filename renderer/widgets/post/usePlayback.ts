import { useEffect, useMemo, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { Post } from '#contract/schemas.ts'
import {
  fromPosts,
  player,
  selectBeadOfQueue,
  selectCurrentItem,
  selectIsPlaying,
  type QueueSource,
  type WithPlayer,
} from '#player/index.ts'

/** A list as a page shows it: what it has so far, where more of it is, and what it is called. */
export interface Playlist {
  posts: readonly Post[]
  /** Stands before the list on the page, and comes first in the queue (Q1). */
  featured?: Post
  /** The source's `from` of the first of `posts`, where the page begins in the middle: what is before it can be gone back to. */
  from?: number
  /** `from` of the next page, null at the end. */
  next: number | null
  source: QueueSource
}

export type Playback = 'off' | 'paused' | 'playing'

const playback = (state: WithPlayer, isCurrent: boolean): Playback => (!isCurrent ? 'off' : selectIsPlaying(state) ? 'playing' : 'paused')

/** What the player does with this post at the moment. */
export const usePostPlayback = (postId: string): Playback =>
  useSelector((state: WithPlayer) => playback(state, selectCurrentItem(state)?.postId === postId))

/** What the player does with this playlist at the moment. */
export const useBeadPlayback = (beadId: string): Playback =>
  useSelector((state: WithPlayer) => playback(state, state.player.queue.index >= 0 && selectBeadOfQueue(state) === beadId))

/** Whether there is anything in the post that the player plays. */
export const isPlayable = (post: Post): boolean => fromPosts([post]).length > 0

export interface PlayList {
  /** Plays the list from this post on, or from its beginning; `position`: where in that post, in seconds. */
  play(post?: Post, position?: number): void
  /** Pauses or goes on. */
  toggle(): void
}

/** Both functions stay the same ones, so that a long list of memoised cards can be given them. */
export function usePlayList(playlist: Playlist): PlayList {
  const dispatch = useDispatch()
  const present = useRef(playlist)
  useEffect(() => {
    present.current = playlist
  })
  return useMemo(
    () => ({
      play(post, position) {
        const { posts, featured, from, next, source } = present.current
        const tracks = fromPosts(posts)
        const [first] = featured ? fromPosts([featured]) : []
        const index = post ? tracks.findIndex(({ postId }) => postId === post.id) : -1
        dispatch(
          player.playQueue({
            tracks,
            source,
            next,
            position,
            ...(first && { featured: first }),
            ...(from !== undefined && { from }),
            // Without one the queue begins with the featured post, or with its first.
            ...(index >= 0 && post?.id !== first?.postId && { index }),
          }),
        )
      },
      toggle() {
        dispatch(player.toggle())
      },
    }),
    [dispatch],
  )
}
