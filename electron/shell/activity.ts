/** What the player and the downloads do, as the system shows it. */
import type { PowerMonitor } from 'electron'
import type { DownloadProgress } from '../policy/downloads.ts'
import { noPlayback, suspendCommand, type Playback, type PlayerCommand } from '../policy/playback.ts'
import type { MainWindow } from './mainWindow.ts'
import type { ControlsState } from './systemControls.ts'

export interface ActivityOptions {
  controls: { update(state: ControlsState): void }
  window: Pick<MainWindow, 'current' | 'isMini'>
  /** Menus show the playback too. */
  onPlaybackChange(): void
}

export interface Activity {
  playback(): Playback
  setPlayback(playback: Playback): void
  setDownloads(downloads: readonly DownloadProgress[]): void
  updateControls(): void
}

export function createActivity({ controls, window, onPlaybackChange }: ActivityOptions): Activity {
  let playback: Playback = noPlayback
  let downloads: readonly DownloadProgress[] = []
  const updateControls = (): void => controls.update({ playback, downloads, isMini: window.isMini(), window: window.current() })
  return {
    playback: () => playback,
    updateControls,
    setPlayback(next) {
      const isSame = isSameExceptPosition(playback, next)
      playback = next
      if (isSame) updateControls()
      else onPlaybackChange()
    },
    setDownloads(next) {
      downloads = next
      updateControls()
    },
  }
}

/** The position changes every second: menus do not. */
const isSameExceptPosition = (one: Playback, other: Playback): boolean =>
  JSON.stringify({ ...one, position: null }) === JSON.stringify({ ...other, position: null })

export interface SleepOptions {
  playback(): Playback
  sendCommand(command: PlayerCommand): void
  onResume(): void
}

/** Pauses before the computer sleeps. */
export function watchSleep(powerMonitor: PowerMonitor, { playback, sendCommand, onResume }: SleepOptions): void {
  powerMonitor.on('suspend', () => {
    const command = suspendCommand(playback())
    if (command !== null) sendCommand(command)
  })
  powerMonitor.on('resume', onResume)
}
