export { isAdminNow, lockAdminRows, lockAdmins } from './sanctions.ts'
export { logAdminAction, type AdminAction } from './log.ts'
export { deleteCommentReferences, deletePostReferences } from './references.ts'
