import type { EntityManager } from 'typeorm'
import { newId } from '../../db/ids.ts'
import { sql } from '../../db/sql.ts'

export const adminActions = [
  'post.delete', 'post.edit', 'comment.delete', 'bead.delete', 'bead.edit', 'bead.publish', 'bead.curator', 'bead.day', 'flags.dismiss',
  'member.privileges', 'mail.read',
] as const

export interface AdminAction {
  /** uid of the admin. */
  by: string
  /** The thing and the verb. */
  action: (typeof adminActions)[number]
  target: { kind: 'post' | 'comment' | 'bead' | 'member' | 'tag' | 'mail'; id: string }
  /** What a later reader needs and cannot look up any more: a title that was deleted, values before and after. No secrets. */
  detail?: Record<string, unknown>
}

/**
 * Writes down what an admin did, in the transaction of the deed. Called wherever somebody does as an
 * admin what they could not do as the owner. Nothing ever changes or deletes a row.
 */
export async function logAdminAction(manager: EntityManager, { by, action, target, detail = {} }: AdminAction): Promise<void> {
  await sql(
    manager,
    `INSERT INTO "admin_action" ("id", "uid", "action", "targetKind", "targetId", "detail", "creationDate")
     VALUES (:id, :by, :action, :kind, :targetId, :detail, :creationDate)`,
    {
      id: newId('row'), by, action, kind: target.kind, targetId: target.id, detail: JSON.stringify(detail),
      creationDate: new Date().toISOString(),
    },
  )
}
