/** Makes a window the mini player, and a window again. */
import type { BrowserWindow } from 'electron'
import { maxMiniSize, miniBounds, minMiniSize } from '../policy/miniPlayer.ts'
import { minWindowSize, restoreWindow, type Rectangle, type WindowState } from '../policy/windowBounds.ts'
import type { SettingsFile } from './settingsFile.ts'

/** Returns what the window was before. */
export function shrinkWindow(target: BrowserWindow, settings: SettingsFile, workAreas: readonly Rectangle[]): WindowState {
  const before = { bounds: target.getNormalBounds(), isMaximized: target.isMaximized() }
  if (target.isFullScreen()) target.setFullScreen(false)
  if (before.isMaximized) target.unmaximize()
  const { width, height } = target.getBounds()
  const [contentWidth = width, contentHeight = height] = target.getContentSize()
  const frame = { width: width - contentWidth, height: height - contentHeight }
  target.setMinimumSize(minMiniSize.width + frame.width, minMiniSize.height + frame.height)
  target.setMaximumSize(maxMiniSize.width + frame.width, maxMiniSize.height + frame.height)
  target.setBounds(miniBounds(settings.get().mini, before.bounds, workAreas, frame))
  // Zoomed, the picture would be smaller than the minimum. The zoom of the server itself does not change.
  target.webContents.setZoomMode('disabled')
  // Above full-screen windows too.
  target.setAlwaysOnTop(true, 'floating')
  return before
}

export function enlargeWindow(
  target: BrowserWindow,
  { bounds, isMaximized }: WindowState,
  settings: SettingsFile,
  workAreas: readonly Rectangle[],
): void {
  settings.set({ mini: target.getBounds() })
  target.setAlwaysOnTop(false)
  target.webContents.setZoomMode('default')
  // Zero: no maximum.
  target.setMaximumSize(0, 0)
  target.setMinimumSize(minWindowSize.width, minWindowSize.height)
  target.setBounds(restoreWindow({ bounds, isMaximized }, workAreas).bounds)
  if (isMaximized) target.maximize()
}
