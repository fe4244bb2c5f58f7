/** Shows the text of a post for as long as reading it takes. It only counts the time: the page of a television draws the slide. */
import type { Output } from '../ports.ts'
import type { Stream } from '../state.ts'
import { createTimeline } from './timeline.ts'

/** Seconds: the shortest and the longest slide, and those for a character. Ours: 25 characters per second are read at ease. */
const reading = { least: 8, most: 30, character: 0.04 }

/** Seconds for which a text is shown. */
export const readingTime = ({ uri, title = '' }: Pick<Stream, 'uri' | 'title'>): number =>
  Math.min(reading.least + (uri.length + title.length) * reading.character, reading.most)

export function create(): Output {
  const { load, play, pause, seek, unload, subscribe } = createTimeline()
  return {
    id: 'text',
    load: (request) => load(request, readingTime(request.stream)).ready(),
    play,
    pause,
    seek,
    setVolume() {},
    unload,
    subscribe,
  }
}
