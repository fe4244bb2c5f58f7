import { limits } from '../limits.ts'
import { cut } from './text.ts'

/**
 * A5, tag normalisation: accents folded, "&" between words becomes "And", each word capitalised and
 * joined, everything that is no letter or digit removed. `''` when nothing is left.
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

/** Normalised, without empty ones and without repeats in another case (B5); the first spelling wins. */
export function normaliseTags(values: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of values.map(normaliseTag)) {
    const key = tag.toLowerCase()
    if (tag !== '' && !seen.has(key)) seen.set(key, tag)
  }
  return [...seen.values()].slice(0, limits.tags.count)
}

/** Whether anything is left of it as a tag. */
export const isTag = (value: string): boolean => /[\p{L}\p{N}]/u.test(value.normalize('NFKD'))

/** What two spellings of one tag have in common; tables that refer to a tag hold it. */
export const tagKey = (value: string): string => normaliseTag(value).toLowerCase()
