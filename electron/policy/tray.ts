/** The tray. Everything is in its menu: on Linux, a click on the icon may do nothing else. */
import { desktop } from '#texts/en/desktop.ts'
import { separator, toLabel, toTooltip, type MenuEntry, type System } from './actions.ts'
import { playbackEntries } from './menu.ts'
import type { Playback } from './playback.ts'

export interface TrayModel {
  tooltip: string
  entries: MenuEntry[]
}

export interface TrayState {
  system: System
  playback: Playback
  isMini: boolean
}

/** The title of what plays, with its creator. */
export function titleOf({ status, title, creator }: Playback): string {
  if (status === 'none' || title === '') return desktop.playback.nothing
  return creator === '' ? title : desktop.playback.titleBy(title, creator)
}

export function trayModel({ system, playback, isMini }: TrayState): TrayModel {
  const { menu } = desktop
  return {
    tooltip: toTooltip(playback.status === 'none' ? desktop.name : titleOf(playback), system),
    entries: [
      { kind: 'text', label: toLabel(titleOf(playback), system) },
      ...playbackEntries(playback),
      separator,
      { kind: 'action', label: menu.show, action: { type: 'show' } },
      { kind: 'action', label: menu.miniPlayer, action: { type: 'miniPlayer' }, mark: { type: 'check', isOn: isMini } },
      separator,
      { kind: 'action', label: menu.quit, action: { type: 'quit' } },
    ],
  }
}

/** The menu of the dock icon on macOS. The system adds Quit and the windows. */
export const dockEntries = (playback: Playback): MenuEntry[] =>
  playback.status === 'none' ? [] : [{ kind: 'text', label: toLabel(titleOf(playback), 'darwin') }, ...playbackEntries(playback)]
