export { logAdminAction, type AdminAction } from './log.ts'
export { forgetComments, forgetPosts } from './references.ts'
