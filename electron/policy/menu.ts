/** The menu bar. */
import { desktop } from '#texts/en/desktop.ts'
import { separator, toLabel, type MenuEntry, type MenuRole, type System } from './actions.ts'
import { canBeMini, type Playback } from './playback.ts'
import type { ServerList } from './serverList.ts'

export interface MenuState {
  system: System
  servers: ServerList
  playback: Playback
  isMini: boolean
  isClosingToTray: boolean
  /** Whether the application is not packaged. */
  isDevelopment: boolean
  /** Entries about new versions of the application. */
  updates?: readonly MenuEntry[]
}

const roles = (...names: MenuRole[]): MenuEntry[] => names.map((role) => ({ kind: 'role', role }))

const text = desktop.menu

const hostOf = (origin: string): string => new URL(origin).host

function editMenu({ servers: { current }, isMini, system }: MenuState): MenuEntry {
  // The mini player has no room for the bar.
  const isEnabled = current !== null && !isMini
  const [next, previous] = system === 'darwin' ? ['Command+G', 'Shift+Command+G'] : ['F3', 'Shift+F3']
  return {
    kind: 'submenu',
    label: text.edit,
    entries: [
      ...roles('undo', 'redo'),
      separator,
      ...roles('cut', 'copy', 'paste'),
      separator,
      ...roles('selectAll'),
      separator,
      { kind: 'action', label: text.find, action: { type: 'find' }, accelerator: 'CommandOrControl+F', isEnabled },
      { kind: 'action', label: text.findNext, action: { type: 'findNext' }, accelerator: next, isEnabled },
      { kind: 'action', label: text.findPrevious, action: { type: 'findPrevious' }, accelerator: previous, isEnabled },
    ],
  }
}

function serverMenu({ servers: { servers, current }, system }: MenuState): MenuEntry {
  return {
    kind: 'submenu',
    label: text.servers,
    entries: [
      ...servers.map((origin, position): MenuEntry => ({
        kind: 'action',
        label: toLabel(hostOf(origin), system),
        action: { type: 'selectServer', origin },
        // Of radio entries, the system always marks one.
        mark: { type: current === null ? 'check' : 'radio', isOn: origin === current },
        ...(position < 9 && { accelerator: `CommandOrControl+${position + 1}` }),
      })),
      ...(servers.length > 0 ? [separator] : []),
      { kind: 'action', label: text.addServer, action: { type: 'servers' } },
    ],
  }
}

function viewMenu({ servers: { current }, isDevelopment, isMini, playback, system }: MenuState): MenuEntry {
  const isEnabled = current !== null
  const [back, forward] = system === 'darwin' ? ['Command+[', 'Command+]'] : ['Alt+Left', 'Alt+Right']
  return {
    kind: 'submenu',
    label: text.view,
    entries: [
      { kind: 'action', label: text.back, action: { type: 'back' }, accelerator: back, isEnabled },
      { kind: 'action', label: text.forward, action: { type: 'forward' }, accelerator: forward, isEnabled },
      { kind: 'action', label: text.home, action: { type: 'home' }, isEnabled },
      ...roles('reload'),
      separator,
      ...(['resetZoom', 'zoomIn', 'zoomOut'] as const).map((role): MenuEntry => ({ kind: 'role', role, isEnabled: !isMini })),
      ...roles('togglefullscreen'),
      separator,
      {
        kind: 'action',
        label: text.miniPlayer,
        action: { type: 'miniPlayer' },
        accelerator: 'CommandOrControl+Shift+M',
        isEnabled: isEnabled && canBeMini(playback),
        mark: { type: 'check', isOn: isMini },
      },
      ...(isDevelopment ? [separator, ...roles('toggleDevTools')] : []),
    ],
  }
}

/** Without accelerators: the pages have shortcuts of their own, and the system has media keys. */
export function playbackEntries({ status, canPrevious, canNext }: Playback): MenuEntry[] {
  const isPlaying = status === 'playing'
  const { play, pause, previous, next } = desktop.playback
  return [
    {
      kind: 'action',
      label: isPlaying ? pause : play,
      action: { type: 'player', command: isPlaying ? 'pause' : 'play' },
      isEnabled: status !== 'none',
    },
    { kind: 'action', label: previous, action: { type: 'player', command: 'previous' }, isEnabled: status !== 'none' && canPrevious },
    { kind: 'action', label: next, action: { type: 'player', command: 'next' }, isEnabled: status !== 'none' && canNext },
  ]
}

const closeToTray = ({ isClosingToTray }: MenuState): MenuEntry => ({
  kind: 'action',
  label: text.closeToTray,
  action: { type: 'closeToTray' },
  mark: { type: 'check', isOn: isClosingToTray },
})

/** The menus of the menu bar, in its order. On macOS, the first one has the name of the application. */
export function menuBar(state: MenuState): MenuEntry[] {
  const website: MenuEntry = {
    kind: 'action',
    label: text.openWebsite,
    action: { type: 'openWebsite' },
    isEnabled: state.servers.current !== null,
  }
  const { updates = [] } = state
  const playback: MenuEntry = { kind: 'submenu', label: text.playback, entries: playbackEntries(state.playback) }
  if (state.system === 'darwin')
    return [
      {
        kind: 'submenu',
        label: desktop.name,
        entries: [
          ...roles('about'),
          ...updates,
          separator,
          ...roles('services'),
          separator,
          ...roles('hide', 'hideOthers', 'unhide'),
          separator,
          ...roles('quit'),
        ],
      },
      { kind: 'submenu', label: text.file, entries: [serverMenu(state), separator, ...roles('close')] },
      editMenu(state),
      viewMenu(state),
      playback,
      { kind: 'submenu', label: text.window, role: 'window', entries: [...roles('minimize', 'zoom'), separator, ...roles('front')] },
      { kind: 'submenu', label: text.help, role: 'help', entries: [website] },
    ]
  return [
    {
      kind: 'submenu',
      label: text.file,
      entries: [serverMenu(state), separator, closeToTray(state), separator, ...roles('close', 'quit')],
    },
    editMenu(state),
    viewMenu(state),
    playback,
    { kind: 'submenu', label: text.help, role: 'help', entries: [website, separator, ...updates, ...roles('about')] },
  ]
}
