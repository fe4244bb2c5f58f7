/** The addresses between which a browser goes to a social network and back (A2.1, A4.1), and the call that disconnects. */
import { parseCookie, stringifySetCookie } from 'cookie'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { Config } from '../../config.ts'
import { networks as allNetworks, type Network } from '#contract/index.ts'
import { cookieName, setHostCookie } from '#http/cookies.ts'
import { StrandError } from '#http/errors.ts'
import { addressOf, type Limit, type Limits } from '#http/limits.ts'
import type { Mount } from '#http/mount.ts'
import { clearFirstFollows, firstFollowsOf } from '#http/newcomers.ts'
import { comesFromHere } from '#http/origin.ts'
import { actorOf, type Sessions } from '#http/session.ts'
import { attemptSeconds, NetworkFailure, type Networks } from './service.ts'

export function networkRoutes(mount: Mount, { networks }: { networks: Networks }): void {
  mount('POST /api/v1/me/disconnect/:network', async ({ actor, params }) => {
    await networks.disconnect(actor.uid, params.network)
    return { connected: false }
  })
}

/** Set by the page before it opens the pop-up (A4.1), and no longer wanted afterwards. */
const redirectCookie = 'signupRedirect'
const browserCookie = 'strand_network'
const starts: Limit = { requests: 20, seconds: 600 }
const returns: Limit = { requests: 40, seconds: 600 }
const devices: readonly string[] = ['web', 'mobileweb', 'desktop']

export interface NetworkPagesDeps {
  networks: Networks
  sessions: Sessions
  limits: Limits
  /** Follows the playlist or member whose button led to the sign-up; never rejects, so that the sign-up does not fail. */
  firstFollows(uid: string, target: { beadId?: string; uid?: string }): Promise<void>
}

/**
 * A path of our own to return to, whatever a cookie says: it is read as a browser would read it, and
 * only what then still lies here counts.
 */
export function ownPath(wanted: string | undefined, publicUrl: string): string {
  if (wanted === undefined || wanted.length > 1000 || !/^\/[^/\\]/.test(`${wanted} `) || /[\p{Cc}\\]/u.test(wanted)) return '/'
  const url = URL.canParse(wanted, publicUrl) ? new URL(wanted, publicUrl) : null
  if (url === null || url.origin !== new URL(publicUrl).origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search
}

const withParameter = (path: string, name: string, value: string): string => {
  const url = new URL(path, 'http://here')
  url.searchParams.set(name, value)
  return url.pathname + url.search
}

const one = (value: unknown): string | null => (typeof value === 'string' && value.length > 0 && value.length <= 4000 ? value : null)

export function networkPages(
  { networks, sessions, limits, firstFollows }: NetworkPagesDeps,
  config: Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'readOnly' | 'secure'>,
): Router {
  const { publicUrl, readOnly, secure } = config

  const setBrowser = (response: Response, value: string, maxAge: number): void =>
    setHostCookie(response, browserCookie, value, { secure, maxAge })

  const networkOf = (request: Request): Network | undefined =>
    [...allNetworks].find((network) => network === request.params.network && networks.available.includes(network))

  /** Another site may not send a browser off: whoever is logged in there as somebody else would come back as them. */
  function admit(request: Request): void {
    if (!comesFromHere(request, config)) throw new StrandError('foreign_origin')
  }

  /** The page says what went wrong: in the preferences, or where one logs in. */
  const failurePath = ({ reason, attempt }: NetworkFailure, network: Network): string =>
    withParameter(withParameter(attempt?.purpose === 'connect' ? '/preferences' : '/login', 'network', network), 'networkerror', reason)

  const connect: RequestHandler = async (request, response, next) => {
    const network = networkOf(request)
    if (network === undefined) return next()
    admit(request)
    const actor = actorOf(request)
    if (actor === null) return response.redirect(303, '/login')
    if (readOnly) throw new StrandError('read_only')
    await limits.consume(starts, `network:${actor.uid}`)
    const { href, browser } = await networks.begin(network, { purpose: 'connect', uid: actor.uid, redirect: '/preferences' })
    setBrowser(response, browser, attemptSeconds)
    response.redirect(303, href)
  }

  const signUp: RequestHandler = async (request, response, next) => {
    const network = networkOf(request)
    if (network === undefined) return next()
    admit(request)
    await limits.consume(starts, `network:${addressOf(request)}`)
    const redirect = ownPath(parseCookie(request.headers.cookie ?? '')[redirectCookie], publicUrl)
    const { href, browser } = await networks.begin(network, { purpose: 'signup', uid: null, redirect })
    setBrowser(response, browser, attemptSeconds)
    response.redirect(303, href)
  }

  const comeBack: RequestHandler = async (request, response, next) => {
    const network = networkOf(request)
    if (network === undefined) return next()
    await limits.consume(returns, `network:${addressOf(request)}`)
    const cookies = parseCookie(request.headers.cookie ?? '')
    setBrowser(response, '', 0)
    const { code, state } = request.query
    try {
      const back = {
        code: one(code),
        state: one(state),
        browser: one(cookies[cookieName(browserCookie, secure)]),
        uid: actorOf(request)?.uid ?? null,
      }
      const outcome = await networks.finish(network, back)
      if (outcome.kind === 'signedIn') {
        await sessions.begin(
          request,
          response,
          outcome.uid,
          devices.find((device) => device === cookies.device),
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
  // Where a code or a state stands in the address, no other site is told of it, and nothing is kept.
  router.use(['/connect', '/signup'], (_request, response, next) => {
    response.set({ 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' })
    next()
  })
  router.get('/connect/:network', connect)
  router.get('/connect/:network/callback', comeBack)
  router.get('/signup/:network', signUp)
  return router
}
