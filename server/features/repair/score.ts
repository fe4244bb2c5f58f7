/** Similarity of a search result to the lost medium by title, artist and duration (BZ2). Pure. */
import type { Media } from '#contract/index.ts'
import { wordsOf } from '../words/service.ts'

/** A possible replacement of a dead medium. */
export interface Proposal {
  href: string
  title: string
  author?: string
  /** Name of the site that has it. */
  source: string
  type: Media['type']
  duration?: number
  image: string | null
  /** 0 to 100. */
  score: number
}

export interface LostMedium {
  titles: string[]
  artist: string
  duration: number | undefined
}

/** Words in titles that describe the upload, not the work. */
const noiseWords = new Set([
  'official',
  'video',
  'videoclip',
  'clip',
  'music',
  'audio',
  'lyric',
  'lyrics',
  'hd',
  'hq',
  '4k',
  'remastered',
  'full',
  'ft',
  'feat',
  'featuring',
])

/** The words without noise, or all words if there are only noise words. */
function significantWords(text: string): string[] {
  const words = wordsOf(text)
  const significant = words.filter((word) => !noiseWords.has(word))
  return significant.length === 0 ? words : significant
}

const shareOf = (words: readonly string[], set: ReadonlySet<string>): number =>
  words.length === 0 ? 0 : words.filter((word) => set.has(word)).length / words.length

/** A neutral score for missing data. */
const unknown = 0.5
const weights = { title: 0.55, artist: 0.25, duration: 0.2 }
/** Below, it is a different work. */
const min = { title: 0.5, score: 45 }

function titleSimilarity(lost: string, artist: ReadonlySet<string>, title: string, found: ReadonlySet<string>): number {
  const words = significantWords(lost)
  // The words other than the artist's name identify the work.
  const own = words.filter((word) => !artist.has(word))
  const all = new Set([...words, ...artist])
  return 0.75 * shareOf(own.length === 0 ? words : own, found) + 0.25 * shareOf(significantWords(title), all)
}

/** Up to this difference in seconds, it is the same recording. */
const sameRecordingSeconds = 2
/** From this difference on, as a share of the duration, it is a different one. */
const differentShare = 0.15

function durationSimilarity(lost: number | undefined, found: number | undefined): number {
  if (lost === undefined || found === undefined) return unknown
  const difference = Math.abs(lost - found)
  return difference <= sameRecordingSeconds ? 1 : Math.max(0, 1 - difference / Math.max(differentShare * lost, 10))
}

/** 0 to 100, or null for a different work. */
export function scoreOf(
  lost: LostMedium,
  { title, author = '', duration }: Pick<Proposal, 'title' | 'author' | 'duration'>,
): number | null {
  const found = new Set([...wordsOf(title), ...wordsOf(author)])
  const artist = new Set(significantWords(lost.artist))
  const titleScore = Math.max(0, ...lost.titles.map((title) => titleSimilarity(title, artist, title, found)))
  if (titleScore < min.title) return null
  const artistScore = artist.size === 0 ? unknown : shareOf([...artist], found)
  const score = Math.round(
    100 * (weights.title * titleScore + weights.artist * artistScore + weights.duration * durationSimilarity(lost.duration, duration)),
  )
  return score < min.score ? null : score
}
