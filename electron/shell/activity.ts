/** What the player and the downloads do, as the system shows it. */
import type { PowerMonitor } from 'electron'
import type { DownloadProgress } from '../policy/downloads.ts'
import { canBeMini, noPlayback, suspendCommand, type Playback, type PlayerCommand } from '../policy/playback.ts'
import type { MainWindow } from './mainWindow.ts'
import type { ControlsState } from './systemControls.ts'

export interface ActivityOptions {
  controls: { update(state: ControlsState): void }
  window: Pick<MainWindow, 'current' | 'isMini' | 'setMini'>
  /** Menus show the playback too. */
  onPlaybackChange(): void
}

export interface Activity {
  playback(): Playback
  setPlayback(playback: Playback): void
  setDownloads(downloads: readonly DownloadProgress[]): void
  updateControls(): void
  /** Returns whether the window is the mini player: it is only while there is something to play. */
  setMini(isMini: boolean): boolean
}

export function createActivity({ controls, window, onPlaybackChange }: ActivityOptions): Activity {
  let playback: Playback = noPlayback
  let downloads: readonly DownloadProgress[] = []
  const updateControls = (): void => controls.update({ playback, downloads, isMini: window.isMini(), window: window.current() })
  return {
    playback: () => playback,
    updateControls,
    setMini: (isMini) => window.setMini(isMini && canBeMini(playback)),
    setPlayback(next) {
      const isSame = isSameExceptPosition(playback, next)
      playback = next
      if (!canBeMini(next)) window.setMini(false)
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
  onSuspend(): void
  onResume(): void
}

/** Pauses before the computer sleeps. */
export function watchSleep(powerMonitor: PowerMonitor, { playback, sendCommand, onSuspend, onResume }: SleepOptions): void {
  powerMonitor.on('suspend', () => {
    onSuspend()
    const command = suspendCommand(playback())
    if (command !== null) sendCommand(command)
  })
  powerMonitor.on('resume', onResume)
}
