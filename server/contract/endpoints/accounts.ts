/** Members, their accounts and their sessions (A7, "Session and auth"). */
import { z } from 'zod'
import { email, password, ruled, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { cleanAbout, cleanLine, cleanName, loginProblem, nameProblem, networks } from '../rules.ts'
import { EmailSwitches, Instant, Me, Member, OnboardingSwitches, page, PushSwitches, Uid } from '../schemas.ts'
import { Crop, ImageData, Resize } from '../schemas/image.ts'

const name = ruled(nameProblem, 500).transform(cleanName)
/** Validates the cleaned text against the limit; the raw input only has a generous one. */
const cleaned = (clean: (value: string) => string, max: number, tooLong: string) =>
  z.string().max(4000, tooLong).transform(clean).pipe(z.string().max(max, tooLong))
/** A current password for verification: any text. */
const currentPassword = z.string().max(limits.password.max).describe('The current password; absent if none was ever set')
const key = z.string().min(1).max(200).describe('The key of a link sent by mail')

const preferences = {
  summary:
    'Changes account data and preferences; absent fields stay as they are. The onboarding step that asks for an e-mail address sends only that. A new address requires the password, or, without one, a recent log-in',
  auth: 'member',
  whileSuspended: ['email', 'password', 'emailPrefs', 'pushPrefs', 'onboarding'],
  body: z
    .object({
      name: name.optional(),
      email: email.optional(),
      password: currentPassword.optional(),
      city: cleaned(cleanLine, limits.city, messages.cityTooLong).optional(),
      country: cleaned(cleanLine, limits.city, messages.countryTooLong).optional(),
      description: cleaned(cleanAbout, limits.about, messages.aboutTooLong).optional().describe('About me'),
      emailPrefs: EmailSwitches.partial().optional(),
      pushPrefs: PushSwitches.partial().optional(),
      onboarding: OnboardingSwitches.partial().optional(),
    })
    .meta({ example: { name: 'Robin Vale', city: 'Bristol', emailPrefs: { onDigestDaily: false } } }),
  answer: Me,
  limit: { requests: 60, seconds: 600 },
  errors: ['email_in_use', 'wrong_credentials', 'forbidden', 'conflict', 'read_only'],
} as const satisfies Endpoint

/** A signed-in browser or television. */
export const SessionInfo = z.object({
  _id: z.string(),
  id: z.string().describe('Identifies the session, but does not authenticate'),
  creationDate: Instant,
  lastUsedDate: Instant.describe('Rounded to the hour'),
  expiryDate: Instant,
  device: z.string().nullable().describe('`web`, `mobileweb`, `desktop` or `tv`, if known'),
  userAgent: z.string().describe("The browser's User-Agent"),
  current: z.boolean().describe('Whether it is the current session'),
  playbackOnly: z.boolean().describe('Whether it may only play: a television connected for one evening'),
})

export type SessionInfo = z.infer<typeof SessionInfo>

const TvOwner = z.object({ uid: Uid, name: z.string() }).describe('Whose television it is')

export const TvConnection = z.discriminatedUnion('connected', [
  z.object({ connected: z.literal(false), interval: z.int().describe('Seconds until the next request makes sense') }),
  z.object({
    connected: z.literal(true),
    token: z.string().describe('The bearer token for further requests (`Authorization: Bearer`); returned only once'),
    expires: Instant,
    owner: TvOwner,
    playbackOnly: z.boolean().describe('Whether it may only play and report plays'),
    me: Me.optional().describe('Absent if the television may only play'),
  }),
])
export type TvConnection = z.infer<typeof TvConnection>

const table = {
  'GET /api/v0/me': {
    summary: 'The signed-in member; 401 for an anonymous visitor, with invalidSession for an ended session',
    auth: 'member',
    answer: Me,
  },
  'POST /api/v0/auth/signup': {
    summary: 'Creates an account and signs it in',
    auth: 'none',
    body: z.object({
      name,
      email,
      password,
      device: z.enum(['web', 'mobileweb', 'desktop']).default('web'),
    }),
    answer: Me,
    limit: { requests: 10, seconds: 3600 },
    errors: ['email_in_use', 'account_exists', 'read_only'],
  },
  'GET /api/v0/auth/options': {
    summary: 'Settings of the sign-up and log-in forms',
    auth: 'none',
    answer: z.object({
      networks: z.array(z.enum(networks)).describe('Social networks for signing up and connecting'),
      minPassword: z.int().describe('Minimum length of a new password in characters'),
      readOnly: z.boolean().describe('True if signing up is closed'),
    }),
  },
  'POST /api/v1/auth/milq': {
    summary: 'Logs in by user id or e-mail address',
    auth: 'none',
    body: z.object({
      username: ruled(loginProblem, 200).transform((v) => v.trim()),
      password: z.string(messages.passwordInvalid).min(1, messages.passwordInvalid).max(limits.password.max, messages.passwordInvalid),
    }),
    answer: Me,
    limit: { requests: 20, seconds: 600 },
    errors: ['wrong_credentials', 'account_does_not_exist'],
  },
  'GET /logout': {
    summary: 'Ends the session',
    auth: 'optional',
    whileSuspended: true,
    answer: z.object({ signedIn: z.literal(false) }),
    changes: true,
  },
  'POST /logout': {
    summary: 'Ends the session',
    auth: 'optional',
    whileSuspended: true,
    answer: z.object({ signedIn: z.literal(false) }),
    playback: true,
  },
  'GET /api/v0/members/:uid': {
    summary: 'A member',
    auth: 'optional',
    params: z.object({ uid: Uid }),
    answer: Member,
    errors: ['not_found'],
  },
  'POST /api/v0/me/preferences': preferences,
  'PUT /api/v0/me/preferences': preferences,
  'POST /api/v0/me/updateimage': {
    summary: 'Changes the profile picture',
    auth: 'member',
    body: z.object({ image: ImageData.optional(), crop: Crop.optional(), resize: Resize.optional() }),
    bodyBytes: limits.image.body,
    tooLarge: messages.profileImageTooLarge,
    answer: z.object({ timestamp: Instant, image: z.string().describe("The new picture's address") }),
    limit: { requests: 30, seconds: 3600 },
    errors: ['too_large', 'unsupported_type', 'read_only'],
  },
  'POST /api/v0/me/password': {
    summary:
      'Sets another password, ends all other sessions and disconnects networks. The first password requires a recent log-in, and disconnects none',
    auth: 'member',
    whileSuspended: true,
    body: z.object({ password: currentPassword.optional(), newPassword: password }),
    answer: z.object({ changed: z.literal(true) }),
    limit: { requests: 10, seconds: 600 },
    errors: ['wrong_credentials', 'forbidden', 'read_only'],
  },
  'POST /api/v0/auth/sendpasswordreset': {
    summary: 'Sends a link by mail for setting a new password',
    auth: 'none',
    body: z.object({ email }),
    answer: z.object({ sent: z.literal(true) }),
    limit: { requests: 10, seconds: 3600 },
    errors: ['account_does_not_exist', 'read_only'],
  },
  'POST /api/v0/auth/resetpassword': {
    summary: 'Sets a new password with a key sent by mail, once, ends all sessions and disconnects networks',
    auth: 'none',
    body: z.object({ key, password }),
    answer: z.object({ changed: z.literal(true) }),
    limit: { requests: 20, seconds: 3600 },
    errors: ['forbidden', 'read_only'],
  },
  'POST /api/v0/auth/verifyemail': {
    summary: 'Confirms an e-mail address with a key sent by mail, once',
    auth: 'none',
    body: z.object({ key }),
    answer: z.object({ verified: z.literal(true) }),
    limit: { requests: 20, seconds: 3600 },
    errors: ['forbidden', 'read_only'],
  },
  'POST /api/v0/me/resendverification': {
    summary: 'Sends the confirmation link again; `sent` is false if the address is already confirmed',
    auth: 'member',
    whileSuspended: true,
    answer: z.object({ sent: z.boolean() }),
    limit: { requests: 3, seconds: 3600 },
    errors: ['forbidden', 'read_only'],
  },
  'GET /api/v0/me/sessions': {
    summary: "The member's sessions, most recently used first",
    auth: 'member',
    answer: page(SessionInfo),
  },
  'DELETE /api/v0/me/sessions/:id': {
    summary: 'Ends a session',
    auth: 'member',
    whileSuspended: true,
    params: z.object({ id: z.string().min(1).max(64) }),
    answer: z.object({ revoked: z.int().min(0) }),
    errors: ['not_found', 'read_only'],
  },
  'POST /api/v0/me/sessions/revokeothers': {
    summary: 'Ends all other sessions',
    auth: 'member',
    whileSuspended: true,
    answer: z.object({ revoked: z.int().min(0) }),
    errors: ['read_only'],
  },
  'POST /api/v1/me/disconnect/:network': {
    summary: 'Disconnects a social account; refused if no way to log in would be left',
    auth: 'member',
    whileSuspended: true,
    params: z.object({ network: z.enum(networks) }),
    answer: z.object({ connected: z.literal(false) }),
    errors: ['conflict', 'read_only'],
  },
  'POST /api/v1/auth/tvos/token': {
    summary: 'For a television: a token to show to its owner, and a secret for polling whether it was used',
    auth: 'none',
    answer: z.object({
      token: z.string().describe('The input of POST /api/v1/auth/tvos/settokenuid'),
      url: z.string().describe('The page on which the owner confirms the token, to be shown as a link or QR code'),
      code: z.string().describe('Eight characters that are accepted instead of the token, for typing'),
      codeSeconds: z.int().describe('Seconds until the code expires; a television’s clock may be wrong'),
      codePage: z.string().describe('The page on which the code is typed'),
      secret: z.string().describe('For POST /api/v1/auth/tvos/poll; it never leaves the television'),
      expires: Instant,
      interval: z.int().describe('Polling interval in seconds'),
    }),
    limit: { requests: 20, seconds: 600 },
    errors: ['read_only'],
  },
  'POST /api/v1/auth/tvos/settokenuid': {
    summary: 'Pairs the television that shows this token or code with the signed-in member',
    auth: 'member',
    whileSuspended: true,
    body: z.object({
      token: z.string().min(1).max(200).describe('The token, or the code in upper or lower case'),
      evening: z.boolean().optional().describe('The television may only play and report plays, and is signed out after twelve hours'),
    }),
    answer: z.object({ connected: z.literal(true) }),
    limit: { requests: 10, seconds: 600 },
    errors: ['forbidden', 'read_only'],
  },
  'POST /api/v1/auth/tvos/poll': {
    summary: 'For a television: whether its token was used, and then, once, the member and the bearer token',
    auth: 'none',
    body: z.object({ secret: z.string().min(1).max(200) }),
    answer: TvConnection,
    // Several televisions may share an address. The secret cannot be guessed.
    limit: { requests: 300, seconds: 60 },
    errors: ['forbidden', 'read_only'],
  },
  'GET /api/v1/auth/tvos/owner': {
    summary: 'For a television: whose it is, and until when it is signed in',
    auth: 'member',
    answer: z.object({ owner: TvOwner, expires: Instant, playbackOnly: z.boolean() }),
    playback: true,
  },
  'GET /api/v1/me/token': {
    summary: 'A token for a cast receiver: it reads feeds and reports plays, for four hours or until the log-out',
    auth: 'member',
    whileSuspended: true,
    answer: z.object({ token: z.string(), expires: Instant }),
    changes: true,
    limit: { requests: 20, seconds: 3600 },
    errors: ['read_only'],
  },
  'DELETE /api/v1/me/token': {
    summary: 'Revokes the tokens that this session gave to receivers',
    auth: 'member',
    whileSuspended: true,
    answer: z.object({ revoked: z.int().min(0) }),
    errors: ['read_only'],
  },
  'GET /api/v0/me/export': {
    summary: "The member's data and everything they made, as a zip archive of JSON files and pictures",
    auth: 'member',
    answer: z.string().describe('A zip archive'),
    produces: 'application/zip',
    limit: { requests: 6, seconds: 3600 },
  },
  'POST /api/v0/me/delete': {
    summary:
      'Deletes the account and its playlists without posts by others. Content that others use stays, without a name. ' +
      'Without a password, a recent log-in is required',
    auth: 'member',
    whileSuspended: true,
    body: z.object({ password: currentPassword.optional() }),
    answer: z.object({ deleted: z.literal(true) }),
    limit: { requests: 10, seconds: 600 },
    errors: ['wrong_credentials', 'forbidden', 'conflict', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>

export const accountsEndpoints = {
  ...table,
  'POST /api/v1/auth/login': { ...table['POST /api/v1/auth/milq'], summary: 'Alias of POST /api/v1/auth/milq' },
} as const satisfies Record<string, Endpoint>
