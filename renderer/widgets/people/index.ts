/** Lists of members and of followed tags, their rows, and the error of a member who cannot be shown. */
export { MemberFailure } from './MemberFailure.tsx'
export { MemberList, MemberRow } from './MemberRow.tsx'
export { TagList } from './TagList.tsx'
