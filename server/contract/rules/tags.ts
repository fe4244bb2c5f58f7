import { limits } from '../limits.ts'
import { cut } from './text.ts'

/**
 * A5, tag normalisation: folds accents, replaces "&" between words by "And", capitalises and joins words, removes everything but letters
 * and digits. `''` if nothing remains.
 */
export function normaliseTag(value: string): string {
  const tag = value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=[\p{L}\p{N}_]\s*)&(?=\s*[\p{L}\p{N}_])/gu, ' And ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  return cut(tag, limits.tags.length)
}

/** Normalises, and removes empty tags and duplicates regardless of case (B5); the first spelling is kept. */
export function normaliseTags(values: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of values.map(normaliseTag)) {
    const key = tag.toLowerCase()
    if (tag !== '' && !seen.has(key)) seen.set(key, tag)
  }
  return [...seen.values()].slice(0, limits.tags.count)
}

/** Whether a tag remains after normalisation. */
export const isTag = (value: string): boolean => /[\p{L}\p{N}]/u.test(value.normalize('NFKD'))

/** The key that all spellings of a tag share; tables refer to tags by it. */
export const tagKey = (value: string): string => normaliseTag(value).toLowerCase()
