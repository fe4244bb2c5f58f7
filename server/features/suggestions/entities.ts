import { EntitySchema } from 'typeorm'
import { instant, text, uid } from '#db/columns.ts'

export const suggestionTypes = ['member', 'bead', 'tag'] as const
export type SuggestionType = (typeof suggestionTypes)[number]

/** A dismissed suggestion. */
export interface DismissalRow {
  uid: string
  type: SuggestionType
  /** uid, id of the playlist, or key of the tag. */
  entity: string
  creationDate: string
}

export const DismissalEntity = new EntitySchema<DismissalRow>({
  name: 'dismissal',
  columns: { uid: uid({ primary: true }), type: text(10, { primary: true }), entity: text(64, { primary: true }), creationDate: instant() },
  foreignKeys: [{ name: 'dismissal_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' }],
})

/** A followed entity that the member has down-ranked ("Fewer like this"). */
export interface FewerRow {
  uid: string
  type: SuggestionType
  /** uid, id of the playlist, or key of the tag. */
  entity: string
  creationDate: string
}

export const FewerEntity = new EntitySchema<FewerRow>({
  name: 'feed_fewer',
  columns: { uid: uid({ primary: true }), type: text(10, { primary: true }), entity: text(64, { primary: true }), creationDate: instant() },
  foreignKeys: [{ name: 'feed_fewer_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' }],
})
