/** Suggestions for the new-post form (D3): title, artist and tags. */
import { limits, normaliseTags, tidy, type Media } from '#contract/index.ts'
import type { About } from './entities.ts'

export interface Guess {
  what: string
  artists: string[]
  tags: string[]
  /** Whether the category decided how the title was parsed. */
  byCategory: boolean
}

/** Suffixes of song titles that are not part of the title. */
const trimmings =
  /\s*[([](?:(?:official|lyrics?|music|audio|video|visuali[sz]er|hd|hq|4k|full|mv|m\/v|clip|live session|remaster(?:ed)?|\d{4}|version)\b[\s/|-]*)+[)\]]\s*$/i

/** `A feat. B`, `A ft. B`, `A; B`: separators that never occur within a name. */
const between = /\s*;\s*|\s+(?:feat\.?|ft\.?|featuring)\s+/i

const names = (text: string): string[] => text.split(between).map(tidy).filter(Boolean)

/** Parses "Artist - Title (Official video)", the common form of music titles. */
function song(title: string): { artist: string; what: string } | null {
  const [, artist, rest] = /^(.{1,100}?)\s+[-–—]\s+(.{1,300})$/u.exec(title) ?? []
  if (artist === undefined || rest === undefined) return null
  const what = tidy(rest.replace(trimmings, ''))
  return /[\p{L}\p{N}]/u.test(artist) && what !== '' ? { artist: tidy(artist), what } : null
}

/** Hashtags in the title. */
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
