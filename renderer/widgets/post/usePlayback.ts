/** Playback of posts and playlists by the widgets of posts. */
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

/** A list of posts as far as the page has loaded it. The queue loads the rest from `source`. */
export interface Playlist {
  posts: readonly Post[]
  /** Shown above the list and first in the queue (Q1). */
  featured?: Post
  /** Offset of the first of `posts` if the page starts in the middle; earlier posts can then be loaded backwards. */
  from?: number
  /** Offset of the next page; null at the end. */
  next: number | null
  source: QueueSource
}

export type Playback = 'off' | 'paused' | 'playing'

const playback = (state: WithPlayer, isCurrent: boolean): Playback => (!isCurrent ? 'off' : selectIsPlaying(state) ? 'playing' : 'paused')

/** Playback state of a post. */
export const usePostPlayback = (postId: string): Playback =>
  useSelector((state: WithPlayer) => playback(state, selectCurrentItem(state)?.postId === postId))

/** Playback state of a playlist. */
export const useBeadPlayback = (beadId: string): Playback =>
  useSelector((state: WithPlayer) => playback(state, state.player.queue.index >= 0 && selectBeadOfQueue(state) === beadId))

/** Whether the post has a playable stream. */
export const isPlayable = (post: Post): boolean => fromPosts([post]).length > 0

export interface PlayList {
  /** Plays the list from this post, or from the beginning; `position` in seconds within that post. */
  play(post?: Post, position?: number): void
  /** Toggles pause. */
  toggle(): void
}

/** Functions that play the list. They are stable, so that memoised cards do not re-render. */
export function usePlayList(playlist: Playlist): PlayList {
  const dispatch = useDispatch()
  const latest = useRef(playlist)
  useEffect(() => {
    latest.current = playlist
  })
  return useMemo(
    () => ({
      play(post, position) {
        const { posts, featured, from, next, source } = latest.current
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
            // Without an index the queue starts with the featured or the first post.
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
