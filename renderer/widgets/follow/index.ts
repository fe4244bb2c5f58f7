/** Follow buttons; entry point for other features. */
export { FollowButton } from './FollowButton.tsx'
export { SuperfollowButton } from './SuperfollowButton.tsx'
