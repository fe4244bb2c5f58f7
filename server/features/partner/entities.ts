import { EntitySchema } from 'typeorm'
import type { PartnerEntry } from '#contract/schemas/partner.ts'
import { id, instant, json, text } from '#db/columns.ts'

/** What a post of a partner's challenge says of student and teacher. Private: it lies apart from the post, so that no list reads it. */
export interface PartnerEntryRow {
  postId: string
  /** Which partner's challenge it was. */
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
