/** Records the events of a page's media elements and the texts of its player. */
import type { Page } from './page.ts'

interface PlayedMedium {
  /** Seconds. */
  furthest: number
  error: number | null
  silent: boolean
}

interface Recording {
  /** Keyed by URL. */
  media: Record<string, PlayedMedium>
  /** The texts that the player showed, in order. */
  texts: string[]
  /** The texts of the player's links, which do not include the next item. */
  titles: string[]
}

/** Starts recording. The recording ends with the document. */
export const observePlayback = (page: Page): Promise<void> =>
  page.run(() => {
    const recording: Recording = { media: {}, texts: [], titles: [] }
    Object.assign(window, { recording })
    const { media, texts, titles } = recording
    const record = ({ target }: Event): void => {
      if (!(target instanceof HTMLMediaElement) || !(target.duration >= 1)) return
      const last = media[target.currentSrc] ?? { furthest: 0, error: null, silent: false }
      media[target.currentSrc] = {
        furthest: Math.max(last.furthest, target.currentTime),
        error: target.error?.code ?? last.error,
        silent: target.muted || target.volume === 0,
      }
    }
    for (const type of ['playing', 'timeupdate', 'ended', 'error', 'pause']) addEventListener(type, record, true)
    new MutationObserver(() => {
      const text = document.querySelector('[data-player]')?.textContent ?? ''
      if (text !== texts.at(-1)) texts.push(text)
      for (const link of document.querySelectorAll('[data-player] a')) if (!titles.includes(link.textContent)) titles.push(link.textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })

export const playedMedia = (page: Page): Promise<PlayedMedium[]> =>
  page.run(() => Object.values((window as unknown as { recording: Recording }).recording.media))
export const playerTexts = (page: Page): Promise<string[]> =>
  page.run(() => (window as unknown as { recording: Recording }).recording.texts)
export const linkedTitles = (page: Page): Promise<string[]> =>
  page.run(() => (window as unknown as { recording: Recording }).recording.titles)
