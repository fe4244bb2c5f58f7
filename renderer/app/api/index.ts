/** What features may use of the app: the server's data, who is signed in, and the app-wide dialogs. */
export * from './api.ts'
export type { CallFailure } from './client.ts'
export { addPostClosed, addPostOpened, authClosed, authOpened, creatorClosed, creatorOpened, shortcutsClosed, shortcutsOpened, type AuthMode } from './dialogs.ts'
export type { Intent } from './intents.ts'
export { failureMessage, failureTitle, isFailure } from './failures.ts'
export { runIntent, setMe, useCommentAsked, useIntent, useMe } from './session.ts'
export { feed as queueFeed } from '../player/feed.ts'
