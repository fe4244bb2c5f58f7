/** What other features may use of people: lists of members and their rows, and what stands in the place of a member who cannot be shown. */
export { MemberFailure } from './MemberFailure.tsx'
export { MemberList, MemberRow } from './MemberRow.tsx'
