/** Records the playback of media elements, independently of the state of the page. */
import type { Page } from '@playwright/test'

export interface Witnessed {
  source: string
  kind: string
  /** Seconds. */
  duration: number
  furthest: number
  ended: boolean
  error: number | null
  /** Whether it was never muted or silent. */
  audible: boolean
  decodedAudioBytes: number
  decodedFrames: number
}

/** Call before the page is opened. */
export const watchMedia = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen = new Map<string, Witnessed>()
    Object.assign(window, { witnessedMedia: seen })
    const note = ({ type, target }: Event) => {
      if (!(target instanceof HTMLMediaElement) || target.currentSrc === '') return
      // Ignores the short silence that the player plays to unlock autoplay.
      if (!(target.duration >= 1) && type !== 'error') return
      const entry = seen.get(target.currentSrc) ?? {
        source: target.currentSrc,
        kind: target.localName,
        duration: 0,
        furthest: 0,
        ended: false,
        error: null,
        audible: true,
        decodedAudioBytes: 0,
        decodedFrames: 0,
      }
      seen.set(target.currentSrc, entry)
      if (Number.isFinite(target.duration)) entry.duration = target.duration
      entry.furthest = Math.max(entry.furthest, target.currentTime)
      entry.error = target.error?.code ?? entry.error
      if (type === 'ended') entry.ended = true
      if (type === 'playing' || type === 'timeupdate' || type === 'volumechange') entry.audible &&= !target.muted && target.volume > 0
      const counters = target as { webkitAudioDecodedByteCount?: number; webkitDecodedFrameCount?: number }
      entry.decodedAudioBytes = Math.max(entry.decodedAudioBytes, counters.webkitAudioDecodedByteCount ?? 0)
      entry.decodedFrames = Math.max(entry.decodedFrames, counters.webkitDecodedFrameCount ?? 0)
    }
    // Media events do not bubble, but the window receives them in the capture phase.
    for (const type of ['playing', 'timeupdate', 'ended', 'error', 'volumechange', 'pause']) addEventListener(type, note, true)
  })

export const witnessedMedia = (page: Page): Promise<Witnessed[]> =>
  page.evaluate(() => [...(window as unknown as { witnessedMedia: Map<string, Witnessed> }).witnessedMedia.values()])
