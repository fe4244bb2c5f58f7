/** Toasts after the sign-in, when the action that required it has been carried out (A4.2). */
export const intents = {
  collected: 'Collected!',
  upvoted: 'Upvoted!',
  followed: 'Followed!',
  liked: 'Liked!',
}
