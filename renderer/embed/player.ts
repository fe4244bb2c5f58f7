/** The player of a widget: the engine over the posts of the document. Loaded when a row is reached. */
import { applyMiddleware, combineReducers, legacy_createStore } from '@reduxjs/toolkit'
import type { WidgetData, WidgetPost } from '#contract/widget.ts'
import { publishMediaSession } from '#host/mediaSession.ts'
import {
  createLazyEngine,
  createPlayerClock,
  createStage,
  fromPost,
  loadEngine,
  loadPreload,
  player,
  selectCurrentItem,
  selectIsPlaying,
  widgetOutputs,
  type Stage,
} from '#player/index.ts'
import { createControls } from './controls.ts'
import type { ParentPage } from './parentPage.ts'
import { createWidgetPorts } from './ports.ts'

export interface WidgetPlayer {
  /** Plays the post, or pauses and resumes the current one. */
  press(post: WidgetPost): void
  /** The list is in another order: it is what the next press of a post plays. What plays continues. */
  setPosts(posts: readonly WidgetPost[]): void
  /** Plays the list, or pauses and resumes it. */
  toggle(): void
  pause(): void
  /** Fetches the code that the post needs, so that a press can play within the gesture. Sends no request to a provider. */
  prepare(post: WidgetPost): void
}

interface WidgetPlayerOptions {
  data: WidgetData
  parentPage: ParentPage
  /** Where stage and controls are inserted. */
  side: HTMLElement
  hrefOf(postId: string): string
  onPopup: (() => void) | null
  /** After each change: the current post, or null, and whether it plays. */
  onChange(postId: string | null, isPlaying: boolean): void
}

export function createWidgetPlayer({ data, parentPage, side, hrefOf, onPopup, onChange }: WidgetPlayerOptions): WidgetPlayer {
  const clock = createPlayerClock()
  let stage: Stage | null = null
  const engine = createLazyEngine(async () => ({
    ...(await loadEngine()),
    ports: createWidgetPorts(clock, (id) => stage!.hostFor(id), parentPage),
  }))
  const store = legacy_createStore(combineReducers({ player: engine.reducer }), undefined, applyMiddleware(engine.middleware))
  const controls = createControls({ store, clock, hrefOf, onPopup })
  stage = createStage(document, controls.stageBox)
  const tracksOf = (posts: readonly WidgetPost[]) => posts.map(fromPost).filter((track) => track !== null)
  let tracks = tracksOf(data.posts)
  /** Whether the queue is the list as it is shown. */
  let isQueued = false
  let isShown = false

  /** The player appears with the first post. */
  function show(): void {
    if (isShown) return
    isShown = true
    side.append(controls.stageBox, controls.bar)
    if ('mediaSession' in navigator) publishMediaSession(navigator.mediaSession, store, clock)
  }
  store.subscribe(() => {
    const state = store.getState()
    const item = selectCurrentItem(state)
    if (item !== null) show()
    controls.render()
    onChange(item?.postId ?? null, selectIsPlaying(state))
  })
  engine.start()

  function play(postId: string): void {
    const item = store.getState().player.queue.items.find((one) => one.postId === postId)
    const index = tracks.findIndex((track) => track.postId === postId)
    store.dispatch(item === undefined || !isQueued ? player.playQueue({ tracks, index }) : player.playItem(item.id))
    isQueued = true
  }

  return {
    press({ id }) {
      if (selectCurrentItem(store.getState())?.postId === id && !store.getState().player.ended) store.dispatch(player.toggle())
      else play(id)
    },
    setPosts(posts) {
      tracks = tracksOf(posts)
      isQueued = false
    },
    toggle() {
      const { queue, ended } = store.getState().player
      if (queue.index >= 0 && !ended) store.dispatch(player.toggle())
      else if (tracks[0] !== undefined) play(tracks[0].postId)
    },
    pause: () => void store.dispatch(player.pause()),
    prepare({ id }) {
      const track = tracks.find(({ postId }) => postId === id)
      if (track !== undefined)
        void loadPreload().then(
          ({ preloadTrack }) => preloadTrack(track, widgetOutputs),
          () => undefined,
        )
    },
  }
}
