/** Table of all shortcuts, used by the key listener and the help dialog. */
import type { UnknownAction } from '@reduxjs/toolkit'
import {
  player,
  selectCanNext,
  selectCanPrevious,
  selectIsPlaying,
  selectShuffled,
  type Moment,
  type PlayerState,
  type WithPlayer,
} from '#player/index.ts'
import { t } from '#texts/index.ts'
import { duration } from '#ui/format.ts'

export interface ShortcutContext {
  getState(): WithPlayer
  dispatch(action: UnknownAction): unknown
  /** Current position and duration. */
  readClock(): Moment
  /** Clicks the player's button with this shortcut; disabled buttons ignore it. */
  press(key: string): void
  /** Focuses the search field, or opens it if collapsed. */
  focusSearch(): void
  /** Opens the help dialog. */
  openHelp(): void
}

export interface Shortcut {
  action: keyof typeof t.shortcuts.does
  /** Key names as in `keyOf`. */
  keys: readonly string[]
  /** Displayed as a range, from first to last key. */
  range?: true
  /** Repeats while the key is held. */
  repeats?: true
  /** Keys of `keys` that are active only in the player, because they scroll the page elsewhere. */
  inPlayer?: readonly string[]
  /** Active even if the player is empty. */
  always?: true
  run(context: ShortcutContext, key: string): void
  /** Announcement for screen readers, from the player's state after `run`. */
  announcement?(player: PlayerState): string
}

export interface ShortcutGroup {
  name: keyof typeof t.shortcuts.groups
  shortcuts: readonly Shortcut[]
}

/** Step of the volume (0 to 1). */
const volumeStep = 0.05

/** Seeks within the item; without an upper limit while its duration is unknown. */
function seekBy({ dispatch, readClock }: ShortcutContext, seconds: number): void {
  const { position, duration: whole } = readClock()
  const to = Math.max(0, position + seconds)
  dispatch(player.seek(whole > 0 ? Math.min(to, whole) : to))
}

function changeVolume({ dispatch, getState }: ShortcutContext, by: number): void {
  const { volume, muted } = getState().player
  // When muted, raising the volume starts at 0.
  const next = (muted && by > 0 ? 0 : volume) + by
  dispatch(player.setVolume(Math.round(Math.min(Math.max(next, 0), 1) * 100) / 100))
}

const positionText = ({ position, duration: whole }: PlayerState): string =>
  whole > 0 ? t.player.position(duration(position), duration(whole)) : duration(position)
const volumeText = ({ volume, muted }: PlayerState): string =>
  muted || volume === 0 ? t.player.muted : t.player.percent(Math.round(volume * 100))

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** All shortcuts, in the order and with the headings of the help dialog. */
export const groups: readonly ShortcutGroup[] = [
  {
    name: 'playing',
    shortcuts: [
      {
        action: 'toggle',
        keys: ['Space', 'k'],
        run: ({ dispatch }) => dispatch(player.toggle()),
        announcement: (state) => (selectIsPlaying({ player: state }) ? t.player.play : t.player.pause),
      },
      { action: 'next', keys: ['n', 'Shift+n'], run: ({ dispatch, getState }) => selectCanNext(getState()) && dispatch(player.next()) },
      {
        action: 'previous',
        keys: ['p', 'Shift+p'],
        run: ({ dispatch, getState }) => selectCanPrevious(getState()) && dispatch(player.previous()),
      },
      {
        action: 'repeat',
        keys: ['r'],
        run: ({ dispatch, getState }) => dispatch(player.setRepeat(!getState().player.repeat)),
        announcement: ({ repeat }) => (repeat ? t.shortcuts.repeatOn : t.shortcuts.repeatOff),
      },
      {
        action: 'shuffle',
        keys: ['s'],
        run: ({ dispatch, getState }) => dispatch(player.setShuffle(!selectShuffled(getState()))),
        announcement: (state) => (selectShuffled({ player: state }) ? t.shortcuts.shuffleOn : t.shortcuts.shuffleOff),
      },
    ],
  },
  {
    name: 'position',
    shortcuts: [
      { action: 'back10', keys: ['j'], repeats: true, run: (context) => seekBy(context, -10), announcement: positionText },
      { action: 'forward10', keys: ['l'], repeats: true, run: (context) => seekBy(context, 10), announcement: positionText },
      { action: 'back5', keys: ['ArrowLeft'], repeats: true, run: (context) => seekBy(context, -5), announcement: positionText },
      { action: 'forward5', keys: ['ArrowRight'], repeats: true, run: (context) => seekBy(context, 5), announcement: positionText },
      {
        // The digit n seeks to n tenths of the duration.
        action: 'tenths',
        keys: digits,
        range: true,
        announcement: positionText,
        run({ dispatch, readClock }, key) {
          const { duration: whole } = readClock()
          if (whole > 0) dispatch(player.seek((whole * Number(key)) / 10))
        },
      },
    ],
  },
  {
    name: 'sound',
    shortcuts: [
      {
        action: 'mute',
        keys: ['m'],
        // At volume 0 unmuting alone stays silent.
        run: ({ dispatch, getState }) =>
          dispatch(getState().player.volume === 0 ? player.setVolume(0.5) : player.setMuted(!getState().player.muted)),
        announcement: (state) => (state.muted ? t.player.muted : t.shortcuts.unmuted(volumeText(state))),
      },
      {
        action: 'louder',
        keys: ['+', '=', 'ArrowUp'],
        inPlayer: ['ArrowUp'],
        repeats: true,
        run: (context) => changeVolume(context, volumeStep),
        announcement: volumeText,
      },
      {
        action: 'quieter',
        keys: ['-', 'ArrowDown'],
        inPlayer: ['ArrowDown'],
        repeats: true,
        run: (context) => changeVolume(context, -volumeStep),
        announcement: volumeText,
      },
    ],
  },
  {
    name: 'view',
    shortcuts: [
      { action: 'fullscreen', keys: ['f'], run: ({ press }) => press('f') },
      { action: 'picture', keys: ['i'], run: ({ press }) => press('i') },
      { action: 'queue', keys: ['q'], run: ({ press }) => press('q') },
      { action: 'collect', keys: ['c'], run: ({ press }) => press('c') },
      { action: 'search', keys: ['/'], always: true, run: ({ focusSearch }) => focusSearch() },
      { action: 'help', keys: ['?'], always: true, run: ({ openHelp }) => openHelp() },
    ],
  },
]

const byKey = new Map(groups.flatMap(({ shortcuts }) => shortcuts).flatMap((shortcut) => shortcut.keys.map((key) => [key, shortcut])))

/** The shortcut of a key name; undefined if there is none. */
export const shortcutOf = (key: string): Shortcut | undefined => byKey.get(key)
