import { EntitySchema } from 'typeorm'
import { text } from '#db/columns.ts'

/**
 * Kind of the entity. `name` is a playlist's title as one word, for `*name` in texts. For `who`, artists of media, the entity is the
 * name itself.
 */
export type WordKind = 'post' | 'name' | 'who'

/** A folded word of a post's title or of a name, for prefix queries. The search feature has a separate index. */
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
