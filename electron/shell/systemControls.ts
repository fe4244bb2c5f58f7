/** Playback outside of the window: tray, dock, task bar and sleep. */
import type { BrowserWindow, Tray } from 'electron'
import type { Action, System } from '../policy/actions.ts'
import { desktop } from '#texts/en/desktop.ts'
import { glyphPixels, glyphSize } from '../policy/glyphs.ts'
import { taskbarProgress, type DownloadProgress } from '../policy/downloads.ts'
import { blockerFor, thumbnailButtons, type Blocker, type Playback } from '../policy/playback.ts'
import { dockEntries, trayModel } from '../policy/tray.ts'
import type { ElectronModule } from './electronModule.ts'
import { toTemplate } from './menus.ts'

export interface SystemControlsOptions {
  system: System
  icon: string
  run(action: Action): void
}

export interface ControlsState {
  playback: Playback
  downloads: readonly DownloadProgress[]
  window: BrowserWindow | null
  isMini: boolean
}

/** Logical pixels. */
const traySize = 22

export function createSystemControls(electron: ElectronModule, { system, icon, run }: SystemControlsOptions) {
  const { app, Menu, nativeImage, powerSaveBlocker } = electron
  /** Referenced here: a tray that is garbage-collected disappears. */
  let tray: Tray | null = null
  let blocker: { id: number; type: Blocker } | null = null
  let shownMenu = ''
  let shownButtons = ''

  /** Menus are replaced only if they change: an open one would close. */
  function updateMenus({ playback, isMini }: ControlsState): void {
    const model = trayModel({ system, playback, isMini })
    const current = JSON.stringify(model)
    if (current === shownMenu) return
    shownMenu = current
    if (system === 'darwin') {
      app.dock?.setMenu(Menu.buildFromTemplate(toTemplate(dockEntries(playback), run)))
      return
    }
    if (tray === null) {
      tray = new electron.Tray(nativeImage.createFromPath(icon).resize({ width: traySize, height: traySize }))
      tray.on('click', () => run({ type: 'show' }))
    }
    tray.setToolTip(model.tooltip)
    // On Linux, a changed menu is shown only if it is set again.
    tray.setContextMenu(Menu.buildFromTemplate(toTemplate(model.entries, run)))
  }

  function updateTaskbar({ playback, downloads, window }: ControlsState): void {
    if (window === null || window.isDestroyed()) return
    const { value, mode } = taskbarProgress(playback, downloads)
    window.setProgressBar(value, { mode })
    if (system !== 'win32') return
    const buttons = thumbnailButtons(playback)
    const current = JSON.stringify(buttons)
    if (current === shownButtons) return
    shownButtons = current
    window.setThumbarButtons(
      buttons.map(({ command, isEnabled }) => ({
        icon: nativeImage.createFromBitmap(Buffer.from(glyphPixels(command)), { width: glyphSize, height: glyphSize }),
        tooltip: desktop.playback[command],
        flags: [isEnabled ? 'enabled' : 'disabled'],
        click: () => run({ type: 'player', command }),
      })),
    )
  }

  function updateSleep({ playback, window }: ControlsState): void {
    const isVisible = window !== null && !window.isDestroyed() && window.isVisible() && !window.isMinimized()
    const type = blockerFor(playback, isVisible)
    if (type === (blocker?.type ?? null)) return
    if (blocker !== null) powerSaveBlocker.stop(blocker.id)
    blocker = type === null ? null : { id: powerSaveBlocker.start(type), type }
  }

  return {
    update(state: ControlsState): void {
      updateMenus(state)
      updateTaskbar(state)
      updateSleep(state)
    },
    /** A new window has no buttons yet. */
    resetTaskbar(): void {
      shownButtons = ''
    },
  }
}
