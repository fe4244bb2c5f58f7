/**
 * Endpoints of accounts: sign-in, recovery, own settings, sessions, televisions and cast tokens, export and deletion.
 */
import type { Handler, Mount } from '#http/mount.ts'
import { clearFirstFollows, firstFollowsOf } from '#http/newcomers.ts'
import type { Sessions } from '#http/session.ts'
import type { Config } from '../../config.ts'
import type { SiteStates } from '../notices/service.ts'
import type { Networks } from '../oauth/service.ts'
import type { Casting } from './cast.ts'
import type { Devices } from './devices.ts'
import type { Exports } from './export.ts'
import type { ProfilePictures } from './pictures.ts'
import type { Removal } from './removal.ts'
import type { Accounts } from './service.ts'
import type { MemberSessions } from './sessions.ts'
import type { Televisions } from './tv.ts'

interface AccountServices {
  accounts: Accounts
  sessions: Sessions
  memberSessions: MemberSessions
  devices: Devices
  profilePictures: ProfilePictures
  casting: Casting
  televisions: Televisions
  exports: Exports
  removal: Removal
  networks: Pick<Networks, 'available'>
  states: SiteStates
  /** Follows the playlist or member whose follow button a visitor pressed before signing up; never rejects. */
  firstFollows(uid: string, target: { beadId?: string; uid?: string }): Promise<void>
}

export function accountRoutes(mount: Mount, services: AccountServices, { minPassword }: Pick<Config, 'minPassword'>): void {
  signingIn(mount, services)
  recovering(mount, services)
  devices(mount, services)
  leaving(mount, services)
  const { accounts, networks, profilePictures, devices: known, states } = services

  mount('GET /api/v0/auth/options', async () => ({
    networks: [...networks.available],
    minPassword,
    readOnly: (await states.current()).readOnly,
  }))

  mount('GET /api/v0/me', ({ actor }) => accounts.me(actor.uid))
  mount('GET /api/v0/members/:uid', ({ params, actor }) => accounts.member(params.uid, actor))
  const changePreferences: Handler<'POST /api/v0/me/preferences'> = ({ actor, body, request }) =>
    accounts.changePreferences(actor, { ...body, guesser: known.guesserOf(request) })
  mount('POST /api/v0/me/preferences', changePreferences)
  mount('PUT /api/v0/me/preferences', changePreferences)
  mount('POST /api/v0/me/updateimage', ({ actor, body }) => profilePictures.change(actor.uid, body))
}

function signingIn(mount: Mount, { accounts, sessions, devices: known, firstFollows }: AccountServices): void {
  mount('POST /api/v0/auth/signup', async ({ body, request, response }) => {
    const me = await accounts.signUp(body)
    await sessions.begin(request, response, me.uid, body.device)
    const targets = firstFollowsOf(request)
    if (Object.keys(targets).length === 0) return me
    await firstFollows(me.uid, targets)
    clearFirstFollows(response)
    return accounts.me(me.uid)
  })

  const logIn: Handler<'POST /api/v1/auth/milq'> = async ({ body, request, response }) => {
    const me = await accounts.logIn({ ...body, guesser: known.guesserOf(request) })
    await sessions.begin(request, response, me.uid)
    // Otherwise the next member who signs up in this browser would follow what another person selected.
    if (Object.keys(firstFollowsOf(request)).length > 0) clearFirstFollows(response)
    return me
  }
  mount('POST /api/v1/auth/milq', logIn)
  mount('POST /api/v1/auth/login', logIn)

  const logOut: Handler<'POST /logout'> = async ({ request, response }) => {
    await sessions.end(request, response)
    // Otherwise the Back button would show the member's cached pages to the next person at this browser.
    response.set('Clear-Site-Data', '"cache"')
    return { signedIn: false }
  }
  mount('GET /logout', logOut)
  mount('POST /logout', logOut)
}

function recovering(mount: Mount, { accounts, sessions, devices: known }: AccountServices): void {
  mount('POST /api/v0/auth/sendpasswordreset', async ({ body }) => {
    await accounts.sendPasswordReset(body.email)
    return { sent: true }
  })
  mount('POST /api/v0/auth/resetpassword', async ({ body, request, response }) => {
    const uid = await accounts.resetPassword(body.key, body.password)
    // The key from the mail proves that the device is the member's. As a known device it has its own limit of wrong
    // passwords, so that an attack on the account cannot block the sign-in that follows.
    await known.remember(request, response, uid)
    return { changed: true }
  })
  mount('POST /api/v0/auth/verifyemail', async ({ body }) => {
    await accounts.verifyEmail(body.key)
    return { verified: true }
  })
  mount('POST /api/v0/me/resendverification', async ({ actor }) => ({ sent: await accounts.resendVerification(actor.uid) }))

  mount('POST /api/v0/me/password', async ({ actor, body, request, response }) => {
    await accounts.changePassword(actor, { ...body, guesser: known.guesserOf(request) })
    // Replaces the current session too, so that a stolen copy of its token becomes invalid.
    await sessions.begin(request, response, actor.uid)
    return { changed: true }
  })
}

function devices(mount: Mount, { memberSessions, casting, televisions }: AccountServices): void {
  mount('GET /api/v0/me/sessions', ({ actor }) => memberSessions.list(actor))
  mount('DELETE /api/v0/me/sessions/:id', async ({ actor, params }) => ({ revoked: await memberSessions.revoke(actor, params.id) }))
  mount('POST /api/v0/me/sessions/revokeothers', async ({ actor }) => ({ revoked: await memberSessions.revokeOthers(actor) }))

  mount('GET /api/v1/me/token', ({ actor }) => casting.issue(actor))
  mount('DELETE /api/v1/me/token', async ({ actor }) => ({ revoked: await casting.revoke(actor) }))

  mount('POST /api/v1/auth/tvos/token', () => televisions.begin())
  mount('POST /api/v1/auth/tvos/settokenuid', async ({ actor, body }) => {
    await televisions.claim(actor.uid, body.token, body)
    return { connected: true }
  })
  mount('GET /api/v1/auth/tvos/owner', ({ actor }) => televisions.owner(actor))
  mount('POST /api/v1/auth/tvos/poll', ({ body, request }) => televisions.poll(body.secret, request.get('user-agent') ?? ''))
}

function leaving(mount: Mount, { exports, removal, sessions, devices: known }: AccountServices): void {
  mount('GET /api/v0/me/export', async ({ actor }) => ({
    body: await exports.archive(actor),
    headers: { 'Content-Disposition': `attachment; filename="strand-${actor.uid}.zip"` },
  }))
  mount('POST /api/v0/me/delete', async ({ actor, body, request, response }) => {
    await removal.remove(actor, { ...body, guesser: known.guesserOf(request) })
    await sessions.end(request, response)
    // As for signing out.
    response.set('Clear-Site-Data', '"cache"')
    return { deleted: true }
  })
}
