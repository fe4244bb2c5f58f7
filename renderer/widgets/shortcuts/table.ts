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

export interface ShortcutWorld {
  getState(): WithPlayer
  dispatch(action: UnknownAction): unknown
  /** Current position and duration. */
  moment(): Moment
  /** Clicks the player's button with this shortcut; disabled buttons ignore it. */
  press(key: string): void
  /** Focuses the search field, or opens it if collapsed. */
  search(): void
  /** Opens the help dialog. */
  help(): void
}

export interface Shortcut {
  does: keyof typeof t.shortcuts.does
  /** Key names as in `keyOf`. */
  keys: readonly string[]
  /** Displayed as a range, from first to last key. */
  range?: true
  /** Repeats while the key is held. */
  held?: true
  /** Keys that are active only in the player, because they scroll the page elsewhere. */
  inPlayer?: readonly string[]
  /** Active even if the player is empty. */
  always?: true
  run(world: ShortcutWorld, key: string): void
  /** Announcement for screen readers. */
  says?(player: PlayerState): string
}

export interface ShortcutGroup {
  name: keyof typeof t.shortcuts.groups
  shortcuts: readonly Shortcut[]
}

/** Step of the volume (0 to 1). */
const volumeStep = 0.05

function move({ dispatch, moment }: ShortcutWorld, seconds: number): void {
  const { position, duration: whole } = moment()
  const to = Math.max(0, position + seconds)
  dispatch(player.seek(whole > 0 ? Math.min(to, whole) : to))
}

function turn({ dispatch, getState }: ShortcutWorld, by: number): void {
  const { volume, muted } = getState().player
  // When muted, raising the volume starts at 0.
  const next = (muted && by > 0 ? 0 : volume) + by
  dispatch(player.setVolume(Math.round(Math.min(Math.max(next, 0), 1) * 100) / 100))
}

const where = ({ position, duration: whole }: PlayerState): string =>
  whole > 0 ? t.player.position(duration(position), duration(whole)) : duration(position)
const loudness = ({ volume, muted }: PlayerState): string =>
  muted || volume === 0 ? t.player.muted : t.player.percent(Math.round(volume * 100))

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

export const groups: readonly ShortcutGroup[] = [
  {
    name: 'playing',
    shortcuts: [
      {
        does: 'toggle',
        keys: ['Space', 'k'],
        run: ({ dispatch }) => dispatch(player.toggle()),
        says: (state) => (selectIsPlaying({ player: state }) ? t.player.play : t.player.pause),
      },
      { does: 'next', keys: ['n', 'Shift+n'], run: ({ dispatch, getState }) => selectCanNext(getState()) && dispatch(player.next()) },
      {
        does: 'previous',
        keys: ['p', 'Shift+p'],
        run: ({ dispatch, getState }) => selectCanPrevious(getState()) && dispatch(player.previous()),
      },
      {
        does: 'repeat',
        keys: ['r'],
        run: ({ dispatch, getState }) => dispatch(player.setRepeat(!getState().player.repeat)),
        says: ({ repeat }) => (repeat ? t.shortcuts.repeatOn : t.shortcuts.repeatOff),
      },
      {
        does: 'shuffle',
        keys: ['s'],
        run: ({ dispatch, getState }) => dispatch(player.setShuffle(!selectShuffled(getState()))),
        says: (state) => (selectShuffled({ player: state }) ? t.shortcuts.shuffleOn : t.shortcuts.shuffleOff),
      },
    ],
  },
  {
    name: 'position',
    shortcuts: [
      { does: 'back10', keys: ['j'], held: true, run: (world) => move(world, -10), says: where },
      { does: 'forward10', keys: ['l'], held: true, run: (world) => move(world, 10), says: where },
      { does: 'back5', keys: ['ArrowLeft'], held: true, run: (world) => move(world, -5), says: where },
      { does: 'forward5', keys: ['ArrowRight'], held: true, run: (world) => move(world, 5), says: where },
      {
        does: 'tenths',
        keys: digits,
        range: true,
        says: where,
        run({ dispatch, moment }, key) {
          const { duration: whole } = moment()
          if (whole > 0) dispatch(player.seek((whole * Number(key)) / 10))
        },
      },
    ],
  },
  {
    name: 'sound',
    shortcuts: [
      {
        does: 'mute',
        keys: ['m'],
        // At volume 0 unmuting alone stays silent.
        run: ({ dispatch, getState }) =>
          dispatch(getState().player.volume === 0 ? player.setVolume(0.5) : player.setMuted(!getState().player.muted)),
        says: (state) => (state.muted ? t.player.muted : t.shortcuts.unmuted(loudness(state))),
      },
      {
        does: 'louder',
        keys: ['+', '=', 'ArrowUp'],
        inPlayer: ['ArrowUp'],
        held: true,
        run: (world) => turn(world, volumeStep),
        says: loudness,
      },
      {
        does: 'quieter',
        keys: ['-', 'ArrowDown'],
        inPlayer: ['ArrowDown'],
        held: true,
        run: (world) => turn(world, -volumeStep),
        says: loudness,
      },
    ],
  },
  {
    name: 'view',
    shortcuts: [
      { does: 'fullscreen', keys: ['f'], run: ({ press }) => press('f') },
      { does: 'picture', keys: ['i'], run: ({ press }) => press('i') },
      { does: 'queue', keys: ['q'], run: ({ press }) => press('q') },
      { does: 'collect', keys: ['c'], run: ({ press }) => press('c') },
      { does: 'search', keys: ['/'], always: true, run: ({ search }) => search() },
      { does: 'help', keys: ['?'], always: true, run: ({ help }) => help() },
    ],
  },
]

const byKey = new Map(groups.flatMap(({ shortcuts }) => shortcuts).flatMap((shortcut) => shortcut.keys.map((key) => [key, shortcut])))

export const shortcutOf = (key: string): Shortcut | undefined => byKey.get(key)
