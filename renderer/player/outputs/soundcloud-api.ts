/** Types of the part of SoundCloud's Widget API that is used, and the loader of its script. Times are milliseconds. */
import { scriptLoader } from './script.ts'

export interface Progress {
  currentPosition: number
}

/** The widget's description of a sound. */
export interface Sound {
  /** `BLOCK`: unavailable in this region. */
  policy?: string
  /** `all`, or which sites may embed it. */
  embeddable_by?: string
  sharing?: string
}

export interface Widget {
  bind(event: string, listener: (progress: Progress) => void): void
  unbind(event: string): void
  load(address: string, options: Record<string, boolean | (() => void)>): void
  play(): void
  pause(): void
  seekTo(milliseconds: number): void
  /** 0 to 100. */
  setVolume(percent: number): void
  getVolume(answer: (percent: number) => void): void
  getDuration(answer: (milliseconds: number) => void): void
  getCurrentSound(answer: (sound: Sound | null) => void): void
  getCurrentSoundIndex(answer: (index: number) => void): void
  getSounds(answer: (sounds: unknown[]) => void): void
}

export interface SoundCloudApi {
  (frame: HTMLIFrameElement): Widget
  Events: Record<'READY' | 'PLAY' | 'PAUSE' | 'FINISH' | 'PLAY_PROGRESS' | 'ERROR', string>
}

declare global {
  interface Window {
    SC?: { Widget?: SoundCloudApi }
  }
}

export const loadSoundCloudApi = scriptLoader<SoundCloudApi>({
  address: 'https://w.soundcloud.com/player/api.js',
  find: () => window.SC?.Widget,
})
