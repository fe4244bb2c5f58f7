/** The public interface of the data layer: the server's data, the session, and the app-wide dialogs. */
export * from './api.ts'
export type { ApiDispatch } from './cachePatches.ts'
export type { CallFailure } from './client.ts'
export {
  addPostClosed,
  addPostOpened,
  authClosed,
  authOpened,
  authInPageChanged,
  commentRequested,
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
export { deleteIntent, saveIntent, readIntent, parseIntent, takeIntent, type Intent, type SharedContent } from './intents.ts'
export {
  clearPopupParameter,
  reportPopupOutcome,
  withPopupParameter,
  onAuthMessage,
  popupParameter,
  type AuthMessage,
  type PopupOutcome,
} from './authChannel.ts'
export type { Arrival } from './arrival.ts'
export { moreOf, uniqueBy, toListing, useListing, type Listing } from './listing.ts'
export { lacksEmail, recentlySignedUp } from './members.ts'
export { failureMessage, failureReason, failureTitle, isFailure, isSessionEnd } from './failures.ts'
export {
  endSession,
  setMeFromOtherTab,
  runIntent,
  setMe,
  useCommentRequest,
  useIntent,
  useMe,
  useOffersComments,
  useSession,
} from './session.ts'
export { useSite } from './site.ts'
// Without `useDraft`: everything exported here is loaded with the shell, drafts only with forms.
export { deleteCookie, readCookie, setCookie, tvTokenCookie } from './cookies.ts'
export { track } from './track.ts'
export { useRestoredLimit, useVisit, useWasShown } from '#navigation/visit.ts'
