import { EntitySchema } from 'typeorm'
import type { PartnerEntry } from '#contract/schemas/partner.ts'
import { id, instant, json, text } from '#db/columns.ts'

/** Student and teacher of a submission to a partner's challenge. Private, so it is not stored in the post, which lists read. */
export interface PartnerEntryRow {
  postId: string
  /** Key of the partner. */
  partner: string
  data: PartnerEntry
  creationDate: string
}

export const PartnerEntryEntity = new EntitySchema<PartnerEntryRow>({
  name: 'partner_entry',
  columns: { postId: id({ primary: true }), partner: text(40), data: json(), creationDate: instant() },
  foreignKeys: [
    { name: 'partner_entry_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
  ],
})
