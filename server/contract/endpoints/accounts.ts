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
const presentPassword = z.string().max(limits.password.max).describe('The present password; absent where none was ever set')
const key = z.string().min(1).max(200).describe('The key of a link that came by mail')

const preferences = {
  summary:
    'Changes what is sent; the rest stays. The step that asks a new member for their e-mail address sends only that. Another address demands the password, or without one a recent log-in',
  auth: 'member',
  body: z
    .object({
      name: name.optional(),
      email: email.optional(),
      password: presentPassword.optional(),
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
  id: z.string().describe('Names the session; it opens nothing'),
  creationDate: Instant,
  lastUsedDate: Instant.describe('To the hour'),
  expiryDate: Instant,
  device: z.string().nullable().describe('`web`, `mobileweb`, `desktop` or `tv`, where it is known'),
  userAgent: z.string().describe('What the browser called itself'),
  current: z.boolean().describe('Whether it is the one that asks'),
})

export type SessionInfo = z.infer<typeof SessionInfo>

export const TvConnection = z.discriminatedUnion('connected', [
  z.object({ connected: z.literal(false), interval: z.int().describe('Seconds until it makes sense to ask again') }),
  z.object({
    connected: z.literal(true),
    token: z.string().describe('Sent as `Authorization: Bearer` from now on; told only this once'),
    expires: Instant,
    me: Me,
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
    summary: 'What the forms for signing up and logging in have to offer and to demand here',
    auth: 'none',
    answer: z.object({
      networks: z.array(z.enum(networks)).describe('Social networks that one can sign up with and connect'),
      minPassword: z.int().describe('Characters of a new password'),
      readOnly: z.boolean().describe('True where nobody can sign up at the moment'),
    }),
  },
  'POST /api/v1/auth/milq': {
    summary: 'Log-in by user id or e-mail address',
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
    answer: z.object({ signedIn: z.literal(false) }),
    changes: true,
  },
  'POST /logout': {
    summary: 'Ends the session',
    auth: 'optional',
    answer: z.object({ signedIn: z.literal(false) }),
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
    answer: z.object({ timestamp: Instant, image: z.string().describe('Address of the new picture') }),
    limit: { requests: 30, seconds: 3600 },
    errors: ['too_large', 'unsupported_type', 'read_only'],
  },
  'POST /api/v0/me/password': {
    summary: 'Sets another password, and ends every other session. Without a present one it demands a recent log-in',
    auth: 'member',
    body: z.object({ password: presentPassword.optional(), newPassword: password }),
    answer: z.object({ changed: z.literal(true) }),
    limit: { requests: 10, seconds: 600 },
    errors: ['wrong_credentials', 'forbidden', 'read_only'],
  },
  'POST /api/v0/auth/sendpasswordreset': {
    summary: 'Sends a link by mail with which a new password can be set',
    auth: 'none',
    body: z.object({ email }),
    answer: z.object({ sent: z.literal(true) }),
    limit: { requests: 10, seconds: 3600 },
    errors: ['account_does_not_exist', 'read_only'],
  },
  'POST /api/v0/auth/resetpassword': {
    summary: 'Sets a new password with a key that came by mail, once, and ends every session',
    auth: 'none',
    body: z.object({ key, password }),
    answer: z.object({ changed: z.literal(true) }),
    limit: { requests: 20, seconds: 3600 },
    errors: ['forbidden', 'read_only'],
  },
  'POST /api/v0/auth/verifyemail': {
    summary: 'Confirms an e-mail address with a key that came by mail, once',
    auth: 'none',
    body: z.object({ key }),
    answer: z.object({ verified: z.literal(true) }),
    limit: { requests: 20, seconds: 3600 },
    errors: ['forbidden', 'read_only'],
  },
  'POST /api/v0/me/resendverification': {
    summary: 'Sends the link that confirms the e-mail address again; `sent` is false where the address is confirmed already',
    auth: 'member',
    answer: z.object({ sent: z.boolean() }),
    limit: { requests: 3, seconds: 3600 },
    errors: ['forbidden', 'read_only'],
  },
  'GET /api/v0/me/sessions': {
    summary: 'Where the member is signed in, last used first',
    auth: 'member',
    answer: page(SessionInfo),
  },
  'DELETE /api/v0/me/sessions/:id': {
    summary: 'Ends one of them',
    auth: 'member',
    params: z.object({ id: z.string().min(1).max(64) }),
    answer: z.object({ revoked: z.int().min(0) }),
    errors: ['not_found', 'read_only'],
  },
  'POST /api/v0/me/sessions/revokeothers': {
    summary: 'Ends all of them but the one that asks',
    auth: 'member',
    answer: z.object({ revoked: z.int().min(0) }),
    errors: ['read_only'],
  },
  'POST /api/v1/me/disconnect/:network': {
    summary: 'Disconnects a social account; refused where the member could not log in any more',
    auth: 'member',
    params: z.object({ network: z.enum(networks) }),
    answer: z.object({ connected: z.literal(false) }),
    errors: ['conflict', 'read_only'],
  },
  'POST /api/v1/auth/tvos/token': {
    summary: 'For a television: a token to show to its owner, and a secret to ask with whether they have used it',
    auth: 'none',
    answer: z.object({
      token: z.string().describe('What POST /api/v1/auth/tvos/settokenuid takes'),
      url: z.string().describe('The page that sends it, to be shown as a link or a QR code'),
      secret: z.string().describe('For POST /api/v1/auth/tvos/poll; it never leaves the television'),
      expires: Instant,
      interval: z.int().describe('Seconds between two questions'),
    }),
    limit: { requests: 20, seconds: 600 },
    errors: ['read_only'],
  },
  'POST /api/v1/auth/tvos/settokenuid': {
    summary: 'Says that the television that shows this token is the member’s',
    auth: 'member',
    body: z.object({ token: z.string().min(1).max(200) }),
    answer: z.object({ connected: z.literal(true) }),
    limit: { requests: 10, seconds: 600 },
    errors: ['forbidden', 'read_only'],
  },
  'POST /api/v1/auth/tvos/poll': {
    summary: 'For a television: whether its token was used yet, and then, once, whose it is and with what it asks from now on',
    auth: 'none',
    body: z.object({ secret: z.string().min(1).max(200) }),
    answer: TvConnection,
    limit: { requests: 60, seconds: 60 },
    errors: ['forbidden', 'read_only'],
  },
  'GET /api/v1/me/token': {
    summary: 'A token for a receiver: it reads feeds and reports plays, for four hours or until the log-out, and nothing else',
    auth: 'member',
    answer: z.object({ token: z.string(), expires: Instant }),
    changes: true,
    limit: { requests: 20, seconds: 3600 },
    errors: ['read_only'],
  },
  'DELETE /api/v1/me/token': {
    summary: 'Ends the tokens that this session gave to receivers',
    auth: 'member',
    answer: z.object({ revoked: z.int().min(0) }),
    errors: ['read_only'],
  },
  'GET /api/v0/me/export': {
    summary: 'Everything that Strand keeps about the member and everything they made, as a zip archive of JSON files and pictures',
    auth: 'member',
    answer: z.string().describe('A zip archive'),
    produces: 'application/zip',
    limit: { requests: 6, seconds: 3600 },
  },
  'POST /api/v0/me/delete': {
    summary:
      'Deletes the account. Playlists that hold nobody else’s posts go with it; what others go on using stays, without a name. ' +
      'Without a password it demands a recent log-in',
    auth: 'member',
    body: z.object({ password: presentPassword.optional() }),
    answer: z.object({ deleted: z.literal(true) }),
    limit: { requests: 10, seconds: 600 },
    errors: ['wrong_credentials', 'forbidden', 'conflict', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>

export const accountsEndpoints = {
  ...table,
  'POST /api/v1/auth/login': { ...table['POST /api/v1/auth/milq'], summary: 'Alias of POST /api/v1/auth/milq' },
} as const satisfies Record<string, Endpoint>
