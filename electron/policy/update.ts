/** When the application updates itself. It never interrupts playback: a new version is downloaded while nothing plays, and installed on quit. */
import { desktop } from '#texts/en/desktop.ts'
import { toLabel, type MenuEntry, type System } from './actions.ts'
import type { Playback } from './playback.ts'

/** After the start. */
export const firstCheckMs = 30_000
export const checkIntervalMs = 6 * 60 * 60_000

/** `notify`: the package manager of the system installs new versions. */
export type UpdateMethod = 'install' | 'notify'

export interface Installation {
  system: System
  isPackaged: boolean
  /** An AppImage is one file of its user, which can be replaced. */
  isAppImage: boolean
}

/** Null if there is nothing to update. */
export function updateMethod({ system, isPackaged, isAppImage }: Installation): UpdateMethod | null {
  if (!isPackaged) return null
  return system === 'linux' && !isAppImage ? 'notify' : 'install'
}

export type UpdateState =
  | { status: 'idle' | 'checking' }
  /** `version` is newer than this one; `ready`: downloaded. */
  | { status: 'available' | 'downloading' | 'ready'; version: string }

export interface UpdateSituation {
  state: UpdateState
  method: UpdateMethod
  playback: Playback
}

export type UpdateAction = 'checkForUpdates' | 'downloadUpdate' | 'installUpdate'

/** Something plays on this computer: the network and the window are its. */
const isPlaying = ({ status, medium }: Playback): boolean => status === 'playing' && medium !== 'remote'

/** Whether a check makes sense: not while one runs, and not after a version was downloaded. */
export const canCheck = ({ status }: UpdateState): boolean => status === 'idle' || status === 'available'

/** Whether the new version is downloaded without a request for it. */
export const shouldDownload = ({ state, method, playback }: UpdateSituation): boolean =>
  state.status === 'available' && method === 'install' && !isPlaying(playback)

/** Whether the application may restart. */
export const canInstall = ({ state, method, playback }: UpdateSituation): boolean =>
  state.status === 'ready' && method === 'install' && playback.status !== 'playing'

/** The entry of the menu. */
export function updateEntry({ state, method, playback }: UpdateSituation, system: System): MenuEntry {
  const { check, checking, download, downloading, get, restart } = desktop.updates
  switch (state.status) {
    case 'idle':
      return { kind: 'action', label: check, action: { type: 'checkForUpdates' } }
    case 'checking':
      return { kind: 'text', label: checking }
    case 'available': {
      const label = toLabel((method === 'notify' ? get : download)(state.version), system)
      return { kind: 'action', label, action: { type: 'downloadUpdate' } }
    }
    case 'downloading':
      return { kind: 'text', label: toLabel(downloading(state.version), system) }
    case 'ready':
      return {
        kind: 'action',
        label: toLabel(restart(state.version), system),
        action: { type: 'installUpdate' },
        isEnabled: canInstall({ state, method, playback }),
      }
  }
}
