/** What other features may use of following. */
export { FollowButton } from './FollowButton.tsx'
export { SuperfollowButton } from './SuperfollowButton.tsx'
