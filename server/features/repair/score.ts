/** How like what was lost a find is: by title, artist and duration (BZ2). Pure. */
import type { Media } from '../../contract/index.ts'
import { wordsOf } from '../words/service.ts'

/** What might take the place of a dead medium. */
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

export interface Wanted {
  titles: string[]
  artist: string
  duration: number | undefined
}

/** Words of titles that say how something was put online, and not what it is. */
const noise = new Set(['official', 'video', 'videoclip', 'clip', 'music', 'audio', 'lyric', 'lyrics', 'hd', 'hq', '4k', 'remastered', 'full', 'ft', 'feat', 'featuring'])

/** All of them where nothing else is left. */
function telling(text: string): string[] {
  const words = wordsOf(text)
  const kept = words.filter((word) => !noise.has(word))
  return kept.length === 0 ? words : kept
}

const share = (words: readonly string[], among: ReadonlySet<string>): number =>
  words.length === 0 ? 0 : words.filter((word) => among.has(word)).length / words.length

/** What is not known speaks neither for nor against. */
const unknown = 0.5
const weights = { title: 0.55, artist: 0.25, duration: 0.2 }
/** Below, it is something else. */
const least = { title: 0.5, score: 45 }

function likeTitle(wanted: string, artist: ReadonlySet<string>, title: string, found: ReadonlySet<string>): number {
  const words = telling(wanted)
  // What a title says beside the artist is what it is about.
  const own = words.filter((word) => !artist.has(word))
  const all = new Set([...words, ...artist])
  return 0.75 * share(own.length === 0 ? words : own, found) + 0.25 * share(telling(title), all)
}

/** Seconds apart that are the same recording, and from which on, as a part of the whole, it is another one. */
const sameWithin = 2
const otherFrom = 0.15

function likeDuration(wanted: number | undefined, found: number | undefined): number {
  if (wanted === undefined || found === undefined) return unknown
  const apart = Math.abs(wanted - found)
  return apart <= sameWithin ? 1 : Math.max(0, 1 - apart / Math.max(otherFrom * wanted, 10))
}

/** 0 to 100, or null for what is something else. */
export function scoreOf(wanted: Wanted, { title, author = '', duration }: Pick<Proposal, 'title' | 'author' | 'duration'>): number | null {
  const found = new Set([...wordsOf(title), ...wordsOf(author)])
  const artist = new Set(telling(wanted.artist))
  const like = Math.max(0, ...wanted.titles.map((one) => likeTitle(one, artist, title, found)))
  if (like < least.title) return null
  const by = artist.size === 0 ? unknown : share([...artist], found)
  const score = Math.round(100 * (weights.title * like + weights.artist * by + weights.duration * likeDuration(wanted.duration, duration)))
  return score < least.score ? null : score
}
