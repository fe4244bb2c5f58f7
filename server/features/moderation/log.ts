import type { EntityManager } from 'typeorm'
import { historyActions, isUid, type AdminActionName } from '#contract/rules.ts'
import { newId } from '#db/ids.ts'
import { sql } from '#db/sql.ts'
import { emit } from '#outbox/outbox.ts'

/** Stands for the operator of the server, who is no member, in `AdminAction.by`. */
export const operator = ''

export interface AdminAction {
  /** uid of the admin, or `operator`. */
  by: string
  action: AdminActionName
  target: { kind: 'post' | 'comment' | 'bead' | 'member' | 'tag' | 'mail' | 'site' | 'notice' | 'outbox' | 'job'; id: string }
  /** Values that cannot be looked up later: a deleted title, values before and after. No secrets. */
  detail?: Record<string, unknown>
}

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []

/** Indexes the members in the details of an action, for the deletion of their accounts. */
async function indexMembers(manager: EntityManager, actionId: string, detail: Record<string, unknown>): Promise<void> {
  const uids = [...new Set(stringsIn(detail).filter(isUid))]
  if (uids.length === 0) return
  await sql(
    manager,
    `INSERT INTO "admin_action_member" ("uid", "actionId") SELECT m."uid", CAST(:actionId AS VARCHAR(24)) FROM "member" m WHERE m."uid" IN (:...uids)`,
    { actionId, uids },
  )
}

const isHistory = (action: AdminActionName): boolean => (historyActions as readonly AdminActionName[]).includes(action)

/** The member whom an action concerns; null for actions on one's own content, and for those that only admins see. */
async function readSubject(manager: EntityManager, { by, action, target: { kind, id }, detail }: AdminAction): Promise<string | null> {
  if (!isHistory(action)) return null
  const known = kind === 'member' ? id : (detail?.creatorUid ?? detail?.creator)
  if (typeof known === 'string') return known === by ? null : known
  if (kind !== 'bead' && kind !== 'post' && kind !== 'comment') return null
  const [row] = await sql<{ creatorUid: string }>(manager, `SELECT "creatorUid" FROM "${kind}" WHERE "id" = :id`, { id })
  return row === undefined || row.creatorUid === by ? null : row.creatorUid
}

/**
 * Logs an admin action in the transaction of the action. Called for every action that only admin rights permit. Rows are never changed
 * or deleted.
 */
export async function logAdminAction(manager: EntityManager, logged: AdminAction): Promise<void> {
  const { by, action, target, detail = {} } = logged
  const [id, subjectUid] = [newId('row'), await readSubject(manager, logged)]
  if (subjectUid !== null) await emit(manager, { kind: 'moderated', uid: subjectUid, action: id })
  await sql(
    manager,
    `INSERT INTO "admin_action" ("id", "uid", "action", "targetKind", "targetId", "detail", "subjectUid", "creationDate")
     VALUES (:id, :by, :action, :kind, :targetId, :detail, :subjectUid, :creationDate)`,
    {
      id,
      by,
      action,
      kind: target.kind,
      targetId: target.id,
      detail: JSON.stringify(detail),
      subjectUid,
      creationDate: new Date().toISOString(),
    },
  )
  await indexMembers(manager, id, detail)
}
