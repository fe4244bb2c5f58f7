/**
 * The texts of the error catalogue (A8, B8, A6) that both the server and the pages say.
 * `{product}` of the documents reads Strand.
 */
export const messages = {
  nameInvalid: "Our name is Strand. What's yours? (at least 2 characters)",
  emailInvalid: "Uh oh, that email doesn't look right.",
  loginInvalid: "Oh no, that email doesn't look right.",
  passwordInvalid: 'Keep your Strand sealed by using at least 4 characters.',
  emailInUse: "Someone's already using that email",
  accountExists: 'Looks like an account already exists. Trying to log in?',
  accountDoesNotExist: "We can't find an associated account. Trying to sign up?",
  wrongCredentials: "We can't find a matching email and password. Sign up?",
  serverError: 'Uh oh, something went wrong. Please try again.',
  tooManyRequests: 'That was a lot at once. Please wait a moment and try again.',
  starting: 'Strand is starting. Please try again in a moment.',
  readOnly: 'Strand is read-only at the moment. Please try again later.',
  notSignedIn: 'Please sign in first.',
  sessionEnded: 'Your session has ended. Please sign in again.',
  forbidden: "You don't have the privileges to do that",
  foreignOrigin: 'This request did not come from Strand itself.',
  notFound: "We can't find what you are looking for.",
  malformed: 'That request could not be read.',
  invalid: 'Some of what you entered needs another look.',
  tooLarge: 'That is too large to send.',
  wrongType: 'That kind of content is not accepted here.',
  cannotPost: "You don't have the privileges to post",
  cannotCreatePost: "You don't have the privileges to create a post",
  cannotCreateBead: "You don't have the privileges to create a playlist",
  draftHidden: 'Sorry, this Playlist is only available to its collaborators.',
  beadTitleInvalid: 'A title needs at least 2 characters and at least one letter.',
  beadTitleTooLong: 'A title can have at most 64 characters.',
  beadDescriptionRequired: 'Please describe what this playlist is about.',
  categoryRequired: 'Please choose a category.',
  postTitleRequired: 'Please enter a headline.',
  postTitleTooLong: 'A headline can have at most 140 characters.',
  postTextTooLong: 'The text can have at most 64,000 characters.',
  postDuplicate: 'Oh whoops, this video has already been added to this playlist...',
  linkInvalid: 'That does not look like a web address.',
  linkUnsafe: 'That address cannot be used.',
  timeOrder: 'The stop time must come after the start time.',
  timeBeyondEnd: 'Start and stop times must be less than the duration.',
  beadNotEmpty: 'Only an empty open playlist can be deleted by its creator.',
} as const

/** The categories' names as a person reads them (B3). */
export const categoryNames = {
  music: 'Music',
  film: 'Film & TV',
  comedy: 'Comedy',
  sports: 'Sports',
  food: 'Food & drink',
  fashion: 'Fashion',
  art: 'Art & design',
  books: 'Books',
  ideas: 'Ideas',
  learning: 'Learning',
  other: 'Other',
} as const

/** What a page is called, in its tab and in a link preview: the server says it first, the page goes on. */
export const pageTitles = {
  of: (title: string): string => (title === '' ? 'Strand' : `${title} · Strand`),
  discover: 'Discover',
  tagline: 'Creating a playlist for every idea. Together.',
  member: (name: string, uid: string): string => `${name} (@${uid})`,
  signUp: 'Sign up',
  logIn: 'Log in',
  notFound: 'Page not found',
  noBead: 'There is no such playlist',
  noPost: 'There is no such post',
  noMember: 'There is no such member',
} as const
