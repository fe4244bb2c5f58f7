import { addressOf } from '../../http/limits.ts'
import type { Handler, Mount } from '../../http/mount.ts'
import type { Sessions } from '../../http/session.ts'
import type { Accounts } from './service.ts'

export function accountRoutes(mount: Mount, { accounts, sessions }: { accounts: Accounts; sessions: Sessions }): void {
  mount('GET /api/v0/me', ({ actor }) => accounts.me(actor.uid))

  mount('POST /api/v0/auth/signup', async ({ body, request, response }) => {
    const me = await accounts.signUp(body)
    await sessions.begin(request, response, me.uid)
    return me
  })

  const logIn: Handler<'POST /api/v1/auth/milq'> = async ({ body, request, response }) => {
    const me = await accounts.logIn({ ...body, address: addressOf(request) })
    await sessions.begin(request, response, me.uid)
    return me
  }
  mount('POST /api/v1/auth/milq', logIn)
  mount('POST /api/v1/auth/login', logIn)

  const logOut: Handler<'POST /logout'> = async ({ request, response }) => {
    await sessions.end(request, response)
    return { signedIn: false }
  }
  mount('GET /logout', logOut)
  mount('POST /logout', logOut)

  mount('GET /api/v0/members/:uid', ({ params }) => accounts.member(params.uid))
}
