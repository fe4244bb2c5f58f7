import { EntitySchema } from 'typeorm'
import { instant, text, uid } from '#db/columns.ts'

export const digestKinds = ['daily', 'weekly'] as const
export type DigestKind = (typeof digestKinds)[number]

/** When a member's next digest is due. Advancing `dueDate` claims the period: only one process succeeds. */
export interface DigestRow {
  uid: string
  kind: DigestKind
  dueDate: string
  /** Start of the next digest: the end of the last one. */
  coveredDate: string
}

export const DigestEntity = new EntitySchema<DigestRow>({
  name: 'digest',
  columns: { uid: uid({ primary: true }), kind: text(10, { primary: true }), dueDate: instant(), coveredDate: instant() },
  indices: [{ name: 'digest_due', columns: ['dueDate', 'uid'] }],
  foreignKeys: [{ name: 'digest_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' }],
})
