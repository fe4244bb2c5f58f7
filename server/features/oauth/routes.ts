/** Redirects to a social network, its callback (A2.1, A4.1), and the endpoint that disconnects. */
import { parseCookie, stringifySetCookie } from 'cookie'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { Config } from '../../config.ts'
import { networks as allNetworks, type Network } from '#contract/index.ts'
import { cookieName, setHostCookie } from '#http/cookies.ts'
import { StrandError } from '#http/errors.ts'
import { addressOf, type Limit, type Limits } from '#http/limits.ts'
import type { Mount } from '#http/mount.ts'
import { clearFirstFollows, firstFollowsOf } from '#http/newcomers.ts'
import { isOwnOrigin } from '#http/origin.ts'
import { actorOf, type Sessions } from '#http/session.ts'
import type { Accounts } from '../accounts/service.ts'
import type { SiteStates } from '../notices/service.ts'
import { attemptSeconds, NetworkFailure, type Failure, type Networks } from './service.ts'

export function networkRoutes(mount: Mount, { networks }: { networks: Networks }): void {
  mount('POST /api/v1/me/disconnect/:network', async ({ actor, params }) => {
    await networks.disconnect(actor.uid, params.network)
    return { connected: false }
  })
}

/** Set by the page before it opens the pop-up (A4.1); deleted after the sign-in. */
const redirectCookie = 'signupRedirect'
const browserCookie = 'strand_network'
const startLimit: Limit = { name: 'Connecting with a network', requests: 20, seconds: 600 }
const callbackLimit: Limit = { name: 'Returns from a network', requests: 40, seconds: 600 }
const signUpDevices: readonly string[] = ['web', 'mobileweb', 'desktop']

export interface NetworkPagesDeps {
  accounts: Pick<Accounts, 'needsLogIn'>
  networks: Networks
  sessions: Sessions
  limits: Limits
  states: SiteStates
  /** Follows the playlist or member whose button led to the sign-up; never rejects, so that the sign-up does not fail. */
  firstFollows(uid: string, target: { beadId?: string; uid?: string }): Promise<void>
}

/**
 * Prevents open redirects: the path if a browser resolves it to this site, otherwise `/`.
 */
export function ownPath(path: string | undefined, publicUrl: string): string {
  if (path === undefined || path.length > 1000 || !/^\/[^/\\]/.test(`${path} `) || /[\p{Cc}\\]/u.test(path)) return '/'
  const url = URL.canParse(path, publicUrl) ? new URL(path, publicUrl) : null
  if (url === null || url.origin !== new URL(publicUrl).origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search
}

const withParameter = (path: string, name: string, value: string): string => {
  const url = new URL(path, 'http://here')
  url.searchParams.set(name, value)
  return url.pathname + url.search
}

const textParameter = (value: unknown): string | null =>
  typeof value === 'string' && value.length > 0 && value.length <= 4000 ? value : null

export function networkPages(
  { accounts, networks, sessions, limits, firstFollows, states }: NetworkPagesDeps,
  config: Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'secure'>,
): Router {
  const { publicUrl, secure } = config

  const setBrowser = (response: Response, value: string, maxAge: number): void =>
    setHostCookie(response, browserCookie, value, { secure, maxAge })

  const networkOf = (request: Request): Network | undefined =>
    [...allNetworks].find((network) => network === request.params.network && networks.available.includes(network))

  /** Prevents login CSRF: another site could start the flow and sign the browser in to a different account. */
  function demandSameOrigin(request: Request): void {
    if (!isOwnOrigin(request, config)) throw new StrandError('foreign_origin')
  }

  const errorPath = (page: '/preferences' | '/login', network: Network, reason: Failure): string =>
    withParameter(withParameter(page, 'network', network), 'networkerror', reason)

  /** The page that shows the error: the preferences, or the login. */
  const failurePath = ({ reason, attempt }: NetworkFailure, network: Network): string =>
    errorPath(attempt?.purpose === 'connect' ? '/preferences' : '/login', network, reason)

  const connect: RequestHandler = async (request, response, next) => {
    const network = networkOf(request)
    if (network === undefined) return next()
    demandSameOrigin(request)
    const actor = actorOf(request)
    if (actor === null) return response.redirect(303, '/login')
    const refusal = (await states.current()).refusalFor(actor)
    if (refusal !== null) throw new StrandError('read_only', refusal)
    if (actor.suspension) return response.redirect(303, errorPath('/preferences', network, 'suspended'))
    // The connection gives access to the account. A member with a password ends it by changing the password.
    if (await accounts.needsLogIn(actor)) return response.redirect(303, errorPath('/preferences', network, 'log_in_again'))
    await limits.consume(startLimit, `network:${actor.uid}`)
    const { href, browser } = await networks.begin(network, { purpose: 'connect', uid: actor.uid, redirect: '/preferences' })
    setBrowser(response, browser, attemptSeconds)
    response.redirect(303, href)
  }

  const signUp: RequestHandler = async (request, response, next) => {
    const network = networkOf(request)
    if (network === undefined) return next()
    demandSameOrigin(request)
    await limits.consume(startLimit, `network:${addressOf(request)}`)
    const redirect = ownPath(parseCookie(request.headers.cookie ?? '')[redirectCookie], publicUrl)
    const { href, browser } = await networks.begin(network, { purpose: 'signup', uid: null, redirect })
    setBrowser(response, browser, attemptSeconds)
    response.redirect(303, href)
  }

  const callback: RequestHandler = async (request, response, next) => {
    const network = networkOf(request)
    if (network === undefined) return next()
    await limits.consume(callbackLimit, `network:${addressOf(request)}`)
    const cookies = parseCookie(request.headers.cookie ?? '')
    setBrowser(response, '', 0)
    const { code, state } = request.query
    try {
      const input = {
        code: textParameter(code),
        state: textParameter(state),
        browser: textParameter(cookies[cookieName(browserCookie, secure)]),
        actor: actorOf(request),
      }
      const outcome = await networks.finish(network, input)
      if (outcome.kind === 'signedIn') {
        await sessions.begin(
          request,
          response,
          outcome.uid,
          signUpDevices.find((device) => device === cookies.device),
        )
        if (outcome.isNew) await firstFollows(outcome.uid, firstFollowsOf(request))
        clearFirstFollows(response)
        response.append('Set-Cookie', stringifySetCookie({ name: redirectCookie, value: '', maxAge: 0, path: '/' }))
      }
      response.redirect(303, withParameter(outcome.redirect, 'connected', network))
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error
      response.redirect(303, failurePath(error, network))
    }
  }

  const router = Router()
  // The URL contains the code and the state: no Referer header, no cache.
  router.use(['/connect', '/signup'], (_request, response, next) => {
    response.set({ 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' })
    next()
  })
  router.get('/connect/:network', connect)
  router.get('/connect/:network/callback', callback)
  router.get('/signup/:network', signUp)
  return router
}
