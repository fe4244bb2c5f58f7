/** What menus, tray and task bar can do: a closed set, carried out by the shell. */
import type { PlayerCommand } from './playback.ts'

export type Action =
  | { type: 'player'; command: PlayerCommand }
  | { type: 'show' | 'quit' | 'miniPlayer' | 'closeToTray' | 'back' | 'forward' | 'home' | 'servers' | 'openWebsite' }
  | { type: 'find' | 'findNext' | 'findPrevious' }
  | { type: 'checkForUpdates' | 'downloadUpdate' | 'installUpdate' }
  | { type: 'selectServer'; origin: string }
  | { type: 'copyLink'; url: string }
  | { type: 'replaceMisspelling' | 'addToDictionary'; word: string }

/** The roles that are used, of those of Electron's `MenuItem`. */
export type MenuRole =
  | 'about'
  | 'close'
  | 'copy'
  | 'cut'
  | 'front'
  | 'hide'
  | 'hideOthers'
  | 'minimize'
  | 'paste'
  | 'quit'
  | 'redo'
  | 'reload'
  | 'resetZoom'
  | 'selectAll'
  | 'services'
  | 'toggleDevTools'
  | 'togglefullscreen'
  | 'undo'
  | 'unhide'
  | 'zoom'
  | 'zoomIn'
  | 'zoomOut'

export type MenuEntry =
  | { kind: 'separator' }
  | { kind: 'role'; role: MenuRole; label?: string; isEnabled?: boolean }
  | { kind: 'text'; label: string }
  | {
      kind: 'action'
      label: string
      action: Action
      accelerator?: string
      isEnabled?: boolean
      /** `check` and `radio` show a mark. */
      mark?: { type: 'check' | 'radio'; isOn: boolean }
    }
  | { kind: 'submenu'; label: string; role?: 'help' | 'window'; entries: MenuEntry[] }

export type System = 'darwin' | 'linux' | 'win32'

export const separator: MenuEntry = { kind: 'separator' }

const maxLabelLength = 60

/** A text from outside as a label: of limited length, in one line. On Windows and Linux, `&` would underline the next letter. */
export const toLabel = (text: string, system: System): string => (system === 'darwin' ? shorten(text) : shorten(text).replaceAll('&', '&&'))

/** The same as the tooltip of the tray: there, only Windows removes `&`, unless it is written three times (`Tray.setToolTip`). */
export const toTooltip = (text: string, system: System): string =>
  system === 'win32' ? shorten(text).replaceAll('&', '&&&') : shorten(text)

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length > maxLabelLength ? `${letters.slice(0, maxLabelLength - 1).join('')}…` : line
}
