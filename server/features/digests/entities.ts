import { EntitySchema } from 'typeorm'
import { instant, text, uid } from '#db/columns.ts'

export const digestKinds = ['daily', 'weekly'] as const
export type DigestKind = (typeof digestKinds)[number]

/** When a member's next digest is due. Moving `dueDate` ahead claims the period, so that only one process sends it. */
export interface DigestRow {
  uid: string
  kind: DigestKind
  dueDate: string
  /** The end of the previous digest's period. */
  coveredDate: string
}

export const DigestEntity = new EntitySchema<DigestRow>({
  name: 'digest',
  columns: { uid: uid({ primary: true }), kind: text(10, { primary: true }), dueDate: instant(), coveredDate: instant() },
  indices: [{ name: 'digest_due', columns: ['dueDate', 'uid'] }],
  foreignKeys: [{ name: 'digest_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' }],
})
