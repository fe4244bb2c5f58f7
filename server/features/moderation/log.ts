import type { EntityManager } from 'typeorm'
import type { AdminActionName } from '#contract/rules.ts'
import { newId } from '#db/ids.ts'
import { sql } from '#db/sql.ts'

/** Stands for the operator of the server, who is no member, in `AdminAction.by`. */
export const operator = ''

export interface AdminAction {
  /** uid of the admin, or `operator`. */
  by: string
  action: AdminActionName
  target: { kind: 'post' | 'comment' | 'bead' | 'member' | 'tag' | 'mail'; id: string }
  /** Values that cannot be looked up later: a deleted title, values before and after. No secrets. */
  detail?: Record<string, unknown>
}

/**
 * Logs an admin action in the transaction of the action. Called for every action that only admin rights permit. Rows are never changed
 * or deleted.
 */
export async function logAdminAction(manager: EntityManager, { by, action, target, detail = {} }: AdminAction): Promise<void> {
  await sql(
    manager,
    `INSERT INTO "admin_action" ("id", "uid", "action", "targetKind", "targetId", "detail", "creationDate")
     VALUES (:id, :by, :action, :kind, :targetId, :detail, :creationDate)`,
    {
      id: newId('row'),
      by,
      action,
      kind: target.kind,
      targetId: target.id,
      detail: JSON.stringify(detail),
      creationDate: new Date().toISOString(),
    },
  )
}
