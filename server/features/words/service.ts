/**
 * Posts' titles and artists' names as words, for lists that are filtered and artists that are proposed by the
 * beginning of a word. Words are folded: lower case, without accents. Rows are written in the transaction of
 * what they describe.
 */
import type { EntityManager } from 'typeorm'
import { cut, normaliseTag, type Media } from '#contract/index.ts'
import { sql, type Parameters } from '#db/sql.ts'
import { WordEntity, type WordKind } from './entities.ts'

export type { WordKind } from './entities.ts'

/** Of a long headline the first words are kept. */
const most = 16
const longest = 40

/** The words of a text, folded, each once. */
export function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return [...new Set(words.map((word) => cut(word, longest)))].slice(0, most)
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

/** Greater than whatever goes on after a beginning: columns that are searched by beginnings sort by code point. */
export const beyond = (beginning: string): string => `${beginning}\u{10ffff}`

/** So many rows of the longest word are compared with the others. */
const looked = 10_000

/**
 * A query as SQL: every word of it begins a word of the entity. `source` gives the entities that the
 * longest word leads to (at most `limit`); `also` says the other words of an expression that names an entity.
 */
export function wordQuery(
  kind: WordKind,
  query: string,
): { any: boolean; parameters: Parameters; source: string; matches: (entity: string) => string } {
  const [first, ...others] = wordsOf(query)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 6)
  const parameters: Record<string, string> = { wordKind: kind }
  const within = (alias: string, word: string, index: number): string => {
    parameters[`word${index}`] = word
    parameters[`wordEnd${index}`] = beyond(word)
    return `${alias}."kind" = :wordKind AND ${alias}."word" >= :word${index} AND ${alias}."word" < :wordEnd${index}`
  }
  const has = (entity: string, word: string, index: number): string =>
    `EXISTS (SELECT 1 FROM "word" x${index} WHERE ${within(`x${index}`, word, index)} AND x${index}."entity" = ${entity})`
  if (first === undefined) return { any: false, parameters, source: 'SELECT "entity" FROM "word" WHERE FALSE', matches: () => 'FALSE' }
  const rest = (entity: string): string => others.map((word, index) => ` AND ${has(entity, word, index + 1)}`).join('')
  return {
    any: true,
    source:
      others.length === 0
        ? `SELECT w."entity" FROM "word" w WHERE ${within('w', first, 0)}`
        : `SELECT w."entity" FROM (SELECT w."entity" FROM "word" w WHERE ${within('w', first, 0)} LIMIT ${looked}) w WHERE TRUE${rest('w."entity"')}`,
    matches: (entity) => `${has(entity, first, 0)}${rest(entity)}`,
    parameters,
  }
}

export const artistsOf = (media: Media | null): string[] => media?.who ?? (media?.artist === undefined ? [] : [media.artist])

/** Names of artists, for whoever names them again. They outlive the posts that told them; what a draft tells is nobody else's yet. */
export async function addArtists(manager: EntityManager, names: readonly string[]): Promise<void> {
  for (const name of new Set(names.map((one) => cut(one, 50).trim())))
    for (const word of wordsOf(name))
      await sql(manager, `INSERT INTO "word" ("kind", "word", "entity") VALUES ('who', :word, :name) ON CONFLICT DO NOTHING`, {
        word,
        name,
      })
}
