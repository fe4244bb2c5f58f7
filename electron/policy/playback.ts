/** What the page reports about its player, and what that means outside of the page. */

export interface Playback {
  status: 'none' | 'playing' | 'paused'
  title: string
  creator: string
  /** `remote`: another device plays. */
  medium: 'video' | 'audio' | 'remote'
  canPrevious: boolean
  canNext: boolean
  /** Seconds; null for a live stream or while unknown. */
  position: number | null
  duration: number | null
}

export const noPlayback: Playback = {
  status: 'none',
  title: '',
  creator: '',
  medium: 'audio',
  canPrevious: false,
  canNext: false,
  position: null,
  duration: null,
}

/** The mini player shows nothing but the player. */
export const canBeMini = ({ status }: Playback): boolean => status !== 'none'

export type PlayerCommand = 'play' | 'pause' | 'previous' | 'next'

export type Blocker = 'prevent-display-sleep' | 'prevent-app-suspension'

/** Which sleep is prevented: the display's while a video plays here, otherwise only the application's; none unless something plays. */
export function blockerFor({ status, medium }: Playback, isVisible: boolean): Blocker | null {
  if (status !== 'playing') return null
  return medium === 'video' && isVisible ? 'prevent-display-sleep' : 'prevent-app-suspension'
}

/** What the page is to do when the system sleeps and wakes. */
export const suspendCommand = ({ status, medium }: Playback): PlayerCommand | null =>
  status === 'playing' && medium !== 'remote' ? 'pause' : null

export interface TaskbarProgress {
  /** From 0 to 1, -1 for none, 2 if it is unknown. */
  value: number
  mode: 'normal' | 'paused' | 'none' | 'indeterminate'
}

export function progressOf({ status, position, duration }: Playback): TaskbarProgress {
  if (status === 'none' || position === null || duration === null || !(duration > 0) || !Number.isFinite(position))
    return { value: -1, mode: 'none' }
  return { value: Math.min(Math.max(position / duration, 0), 1), mode: status === 'paused' ? 'paused' : 'normal' }
}

export interface ThumbnailButton {
  command: PlayerCommand
  isEnabled: boolean
}

/** The buttons below the window's thumbnail in the task bar of Windows; none without a queue. */
export function thumbnailButtons({ status, canPrevious, canNext }: Playback): ThumbnailButton[] {
  if (status === 'none') return []
  return [
    { command: 'previous', isEnabled: canPrevious },
    { command: status === 'playing' ? 'pause' : 'play', isEnabled: true },
    { command: 'next', isEnabled: canNext },
  ]
}
