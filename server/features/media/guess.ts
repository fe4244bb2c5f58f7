/** Suggestions for the form of a new post (D3): title, artists and tags. */
import { limits, normaliseTags, tidy, type Media } from '#contract/index.ts'
import type { About } from './entities.ts'

export interface Guess {
  what: string
  artists: string[]
  tags: string[]
  /** Whether the category affected the parsing of the title. */
  byCategory: boolean
}

/** Suffixes after a song's name, such as "(Official video)". */
const trimmings =
  /\s*[([](?:(?:official|lyrics?|music|audio|video|visuali[sz]er|hd|hq|4k|full|mv|m\/v|clip|live session|remaster(?:ed)?|\d{4}|version)\b[\s/|-]*)+[)\]]\s*$/i

/** Separators between artists: `A feat. B`, `A ft. B`, `A; B`. They do not occur within names. */
const between = /\s*;\s*|\s+(?:feat\.?|ft\.?|featuring)\s+/i

const names = (text: string): string[] => text.split(between).map(tidy).filter(Boolean)

/** Parses "Artist - Title (Official video)", the common form of music titles. */
function song(title: string): { artist: string; what: string } | null {
  const [, artist, rest] = /^(.{1,100}?)\s+[-–—]\s+(.{1,300})$/u.exec(title) ?? []
  if (artist === undefined || rest === undefined) return null
  const what = tidy(rest.replace(trimmings, ''))
  return /[\p{L}\p{N}]/u.test(artist) && what !== '' ? { artist: tidy(artist), what } : null
}

const hashtags = (title: string): string[] => [...title.matchAll(/(?:^|\s)#([\p{L}\p{N}_]{2,50})/gu)].map(([, word]) => word!)

export function guess({ title, artist }: Media, about: About | null, category: string | undefined): Guess {
  const read = category?.toLowerCase() === 'music' ? song(title) : null
  const people = read ? names(read.artist) : (about?.artists ?? names(artist ?? ''))
  return {
    what: read?.what ?? title,
    artists: [...new Set(people)].slice(0, limits.artists),
    tags: normaliseTags([...hashtags(title), ...(about?.tags ?? [])]).slice(0, limits.guesses.tags),
    byCategory: read !== null,
  }
}
