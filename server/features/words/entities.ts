import { EntitySchema } from 'typeorm'
import { text } from '#db/columns.ts'

/**
 * What a word leads to. `name` is a playlist's title as one word, as `*name` in a text says it; of `who`,
 * the artists of media, the entity is the name itself.
 */
export type WordKind = 'post' | 'name' | 'who'

/** A word of a post's title or of a name, folded, by which it is found from its beginning. Search has an index of its own. */
export interface WordRow {
  kind: WordKind
  word: string
  /** Id or uid. */
  entity: string
}

export const WordEntity = new EntitySchema<WordRow>({
  name: 'word',
  columns: { kind: text(6, { primary: true }), word: text(64, { primary: true }), entity: text(50, { primary: true }) },
  indices: [{ name: 'word_entity', columns: ['kind', 'entity', 'word'] }],
})
