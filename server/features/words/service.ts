/**
 * Words of post titles and artist names, for filtered lists and autocompletion by prefix. Words are folded: lower case, without
 * accents. Rows are written in the transaction of the entity.
 */
import type { EntityManager } from 'typeorm'
import { cut, normaliseTag, type Media } from '#contract/index.ts'
import { sql, type Parameters } from '#db/sql.ts'
import { WordEntity, type WordKind } from './entities.ts'

export type { WordKind } from './entities.ts'

/** Words per text, and letters per word; the rest is cut off. */
const maxWords = 16
const maxWordLength = 40

/** Distinct folded words of a text. */
export function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return [...new Set(words.map((word) => cut(word, maxWordLength)))].slice(0, maxWords)
}

/** A title as one word. */
export const nameKey = (title: string): string => normaliseTag(title).toLowerCase()

export async function writeWords(manager: EntityManager, kind: WordKind, entity: string, words: readonly string[]): Promise<void> {
  await manager.delete(WordEntity, { kind, entity })
  if (words.length > 0)
    await manager.insert(
      WordEntity,
      words.map((word) => ({ kind, word, entity })),
    )
}

/** Exclusive upper bound of all strings with this prefix, in code point order. */
export const prefixEnd = (beginning: string): string => `${beginning}\u{10ffff}`

/** Rows of the longest word that are compared with the other words. */
const maxCompared = 10_000

/**
 * A query as SQL: every query word is a prefix of a word of the entity. `source` selects the matching entities; `matches` is the
 * same as a condition on an entity expression. `hasWords` is false if the query has no words.
 */
export function wordQuery(
  kind: WordKind,
  query: string,
): { hasWords: boolean; parameters: Parameters; source: string; matches: (entity: string) => string } {
  const [first, ...others] = wordsOf(query)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 6)
  const parameters: Record<string, string> = { wordKind: kind }
  const within = (alias: string, word: string, index: number): string => {
    parameters[`word${index}`] = word
    parameters[`wordEnd${index}`] = prefixEnd(word)
    return `${alias}."kind" = :wordKind AND ${alias}."word" >= :word${index} AND ${alias}."word" < :wordEnd${index}`
  }
  const has = (entity: string, word: string, index: number): string =>
    `EXISTS (SELECT 1 FROM "word" x${index} WHERE ${within(`x${index}`, word, index)} AND x${index}."entity" = ${entity})`
  if (first === undefined) return { hasWords: false, parameters, source: 'SELECT "entity" FROM "word" WHERE FALSE', matches: () => 'FALSE' }
  const rest = (entity: string): string => others.map((word, index) => ` AND ${has(entity, word, index + 1)}`).join('')
  return {
    hasWords: true,
    source:
      others.length === 0
        ? `SELECT w."entity" FROM "word" w WHERE ${within('w', first, 0)}`
        : `SELECT w."entity" FROM (SELECT w."entity" FROM "word" w WHERE ${within('w', first, 0)} LIMIT ${maxCompared}) w WHERE TRUE${rest('w."entity"')}`,
    matches: (entity) => `${has(entity, first, 0)}${rest(entity)}`,
    parameters,
  }
}

export const artistsOf = (media: Media | null): string[] => media?.who ?? (media?.artist === undefined ? [] : [media.artist])

/** Adds artist names to autocompletion. They outlive their posts. Callers exclude drafts.  */
export async function addArtists(manager: EntityManager, names: readonly string[]): Promise<void> {
  for (const name of new Set(names.map((name) => cut(name, 50).trim())))
    for (const word of wordsOf(name))
      await sql(manager, `INSERT INTO "word" ("kind", "word", "entity") VALUES ('who', :word, :name) ON CONFLICT DO NOTHING`, {
        word,
        name,
      })
}
