/** Shows the text of a post for as long as reading it takes. It only counts the time: the page of a television draws the slide. */
import type { Output, OutputEntry } from '../ports.ts'
import type { Stream } from '../state.ts'
import { createTimeline } from './timeline.ts'

/** Seconds: of the shortest and the longest slide, and for a character. Ours: 25 letters per second are read at ease, or 8 characters of East Asian scripts. */
const reading = { shortest: 8, longest: 30, letter: 0.04, character: 0.12 }

/** Whether a character takes as much space and time as several letters: those of East Asian scripts, and emoji. */
export const isWide = (character: string): boolean => character > '\u2e7f'

/** Seconds for which a text is shown. */
export const readingTime = ({ uri, title = '' }: Pick<Stream, 'uri' | 'title'>): number =>
  Math.min(
    [...title, ...uri].reduce((sum, character) => sum + (isWide(character) ? reading.character : reading.letter), reading.shortest),
    reading.longest,
  )

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

/** Of televisions only. */
export const textOutput: OutputEntry = { id: 'text', own: true, canPlay: ({ type }) => type === 'text', create }
