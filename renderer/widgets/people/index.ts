/** Lists of members and followed tags, and the error page of a member. */
export { MemberFailure } from './MemberFailure.tsx'
export { MemberList, MemberRow } from './MemberRow.tsx'
export { TagList } from './TagList.tsx'
