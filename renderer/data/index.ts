/** What features may use of the app: the server's data, who is signed in, and the app-wide dialogs. */
export * from './api.ts'
export type { ApiDispatch } from './cachePatches.ts'
export type { CallFailure } from './client.ts'
export {
  addPostClosed,
  addPostOpened,
  authClosed,
  authOpened,
  authPlaced,
  commentAsked,
  creatorClosed,
  creatorOpened,
  pictureClosed,
  pictureOpened,
  shortcutsClosed,
  shortcutsOpened,
  type AddPostRequest,
  type AuthMode,
  type AuthRequest,
} from './dialogs.ts'
export { dropIntent, keepIntent, keptIntent, parseIntent, takeIntent, type Intent } from './intents.ts'
export { clearPopupParameter as forgetMark, leavePopup, markingPopup, onAuthNews, popupParameter as popupMark, type AuthNews, type PopupOutcome } from './authChannel.ts'
export type { Arrival } from './arrival.ts'
export { once, toListing, useListing, type Listing } from './listing.ts'
export { lacksEmail, recentlySignedUp } from './members.ts'
export { failureMessage, failureReason, failureTitle, isFailure, isSessionEnd } from './failures.ts'
export { endSession, meIn, setMeFromOtherTab, runIntent, setMe, useCommentAsked, useIntent, useMe } from './session.ts'
export { useSite } from './site.ts'
export { useTouched } from '#ui/firstInteraction.ts'
// Not `useDraft`: forms import it from its file and bring it along, for what is named here comes with the shell.
export { dropCookie, readCookie, setCookie, tvTokenCookie } from './cookies.ts'
export { track } from './track.ts'
export { useRestoredLimit, useVisit, useWasShown } from '#navigation/visit.ts'
