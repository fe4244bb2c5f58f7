import { EntitySchema } from 'typeorm'
import { instant, text, uid } from '#db/columns.ts'

export const digestKinds = ['daily', 'weekly'] as const
export type DigestKind = (typeof digestKinds)[number]

/**
 * When a member's next daily or weekly digest is due. A process claims the period by advancing `dueDate` with an update
 * that expects the old value, so that only one succeeds.
 */
export interface DigestRow {
  uid: string
  kind: DigestKind
  dueDate: string
  /** Start of the period of the next digest, which is the end of the previous one. */
  coveredDate: string
}

export const DigestEntity = new EntitySchema<DigestRow>({
  name: 'digest',
  columns: { uid: uid({ primary: true }), kind: text(10, { primary: true }), dueDate: instant(), coveredDate: instant() },
  indices: [{ name: 'digest_due', columns: ['dueDate', 'uid'] }],
  foreignKeys: [{ name: 'digest_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' }],
})
