import type { Mode, QueueItem } from '#player/index.ts'
import { isProviderPlayer } from './inline.ts'
import { streamNote } from './streamNames.ts'
import { hasStatus, needsTap } from './status.ts'
import { useIdle } from './useIdle.ts'
import { useNarrow } from './useMedia.ts'
import { usePlayer } from './usePlayer.ts'
import { useTimedTrue } from './useTimedTrue.ts'

/** Duration of the fullscreen hint, and idle time until the bar hides, in ms (B9). */
const hintMs = 2000
const idleMs = 2500
/** Milliseconds after which a provider's frame is shown although it is still loading: it may require a tap inside. */
const frameTimeoutMs = 3000

export interface PlayerLayout {
  /** `regular`: maximised. `floating`: docked, with the picture above the bar. */
  mode: Mode
  narrow: boolean
  isFullscreen: boolean
  /** The window of the desktop application is the mini player: the picture and a bar fill it. */
  isMini: boolean
  /** The player is maximised, with the details or the queue beside the picture. */
  open: boolean
  coversPage: boolean
  /** Full screen without input: the bar is hidden. */
  idle: boolean
  /** The fullscreen hint is visible. */
  showsHint: boolean
  /** A provider's player. */
  foreign: boolean
  /** Full screen of a provider's player: it shrinks, because the bar and the hint must not overlay it. */
  makesRoom: boolean
  /** An output has, or is loading, something visible. */
  visual: boolean
  /** The stage is visible. */
  visible: boolean
  /** The docked picture is behind the bar until hover or focus. */
  isTucked: boolean
  /** The now-playing text has an additional line. */
  hasNote: boolean
  /** Identifies the layout: positions are measured again when it changes. */
  key: string
}

/**
 * Derives the layout from the player's state and the window. `unfolded`: the details are open in a narrow window, where the maximised
 * player otherwise stays a bar at the bottom.
 */
export function usePlayerLayout(item: QueueItem, mode: Mode, { unfolded, isMini }: { unfolded: boolean; isMini: boolean }): PlayerLayout {
  const state = usePlayer()
  const { playing, phase } = state
  const narrow = useNarrow()
  const isFullscreen = mode === 'fullscreen'
  const open = mode === 'regular' && (!narrow || unfolded) && !isMini
  const idle = useIdle(isFullscreen && phase === 'playing', idleMs)
  const showsHint = useTimedTrue(isFullscreen, hintMs)
  // Provider terms: nothing may overlay their player.
  const foreign = isProviderPlayer(playing) && state.remote === null
  const makesRoom = isFullscreen && foreign && !idle
  /** Audio of the hosted output has only its artwork to show, which the page renders. */
  const isSilentPicture = item.type === 'audio' && playing?.output === 'hosted'
  const hasCover = hasStatus(state)
  const visual = playing !== null && !isSilentPicture && !hasCover
  const loading = foreign && phase === 'loading'
  const isRecentlyLoading = useTimedTrue(loading, frameTimeoutMs)
  const hasNote =
    state.remote !== null ||
    state.resumedFrom !== null ||
    needsTap(state) ||
    (playing !== null && streamNote(item, playing, state.failures)?.fellBack === true)
  return {
    mode,
    narrow,
    isFullscreen,
    isMini,
    open,
    coversPage: isFullscreen || open || isMini,
    idle,
    showsHint,
    foreign,
    makesRoom,
    visual,
    visible: visual && (phase === 'playing' || phase === 'stopped' || (loading && !isRecentlyLoading)),
    // Audio has nothing to watch; a provider's player must stay visible.
    isTucked: mode === 'floating' && item.type === 'audio' && !foreign && !hasCover && !isMini,
    hasNote,
    key: [mode, narrow, isMini, open, makesRoom, makesRoom && showsHint, hasNote].join(' '),
  }
}
