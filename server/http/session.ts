/**
 * Sessions. A session is an opaque random token in a cookie; only its SHA-256 is stored, so that a stolen backup contains no usable token
 * (decision 8).
 */
import { hash, randomBytes } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { Request, RequestHandler, Response } from 'express'
import { sessionSeconds } from '#contract/rules.ts'
import type { Privileges, Suspension } from '#contract/schemas.ts'
import { cookieName, setHostCookie } from './cookies.ts'

export const sessionCookie = 'strand_session'

export interface Actor {
  uid: string
  name: string
  /** False while suspended. */
  isAdmin: boolean
  verified: boolean
  privileges: Privileges
  /** Whether the member blocks or mutes anyone; false saves lists the lookup. */
  hides: boolean
  /** Present if and only if the member is suspended. */
  suspension?: Suspension
  /** Identifies the session: the hash of its token. */
  sessionHash: string
  /** Read-only mode applies to this member, who can change nothing (decision 31). */
  readOnly?: true
}

/** Storage of sessions, by the hash of the token. */
export interface SessionStore {
  /** Null if unknown or expired. `extended`: the expiry has just been moved. `playbackOnly`: it may only play and report plays. */
  find(hash: string): Promise<{ actor: Actor; extended: boolean; playbackOnly: boolean } | null>
  add(session: { hash: string; uid: string; userAgent: string; device: string | null }, replacing: string | null): Promise<void>
  remove(hash: string): Promise<void>
}

/** Storage of cast receivers' tokens, by hash. */
export interface CastTokens {
  /** The member a token acts for; null if unknown or expired. */
  find(hash: string): Promise<Actor | null>
}

interface RequestState {
  actor: Actor | null
  /** The request carried a session that has expired or is unknown. */
  ended: boolean
  /** Whether the token came in the `Authorization` header rather than in the cookie. */
  bearer: boolean
  secure: boolean
}

const states = new WeakMap<Request, RequestState>()

/** Null for a visitor. */
export const actorOf = (request: Request): Actor | null => states.get(request)?.actor ?? null
export const hasEndedSession = (request: Request): boolean => states.get(request)?.ended ?? false

/**
 * The bearer token of a television or receiver. Other sites cannot send one without a preflight, so such a request needs no proof of
 * origin, and its cookie is ignored.
 */
export const bearerOf = (request: Request): string | null => /^bearer +(\S*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

/** Whether a bearer token was sent but is not valid: such a request is never treated as anonymous. */
export const hasRefusedBearer = (request: Request): boolean => {
  const state = states.get(request)
  return state !== undefined && state.bearer && state.ended
}

const hashOf = (token: string): string => hash('sha256', token)

const setCookie = (response: Response, secure: boolean, value: string, maxAge: number): void =>
  setHostCookie(response, sessionCookie, value, { secure, maxAge })

const clearCookie = (response: Response, secure: boolean): void => setCookie(response, secure, '', 0)

/** Removes the cookie of an expired session, for an answer that reports it. */
export const clearEndedSession = (request: Request, response: Response): void => {
  const state = states.get(request)
  if (state && !state.bearer) clearCookie(response, state.secure)
}

/** The tokens that an endpoint accepts in addition to those of sessions. */
interface Accepted {
  /** Those of cast receivers, and of televisions that may only play. */
  cast?: boolean | undefined
  /** Those of televisions that may only play. */
  playback?: boolean | undefined
}

export interface Sessions {
  /** Authenticates a request, for `actorOf`. An unknown or expired token makes it anonymous, and so does one that is not accepted. */
  identify(request: Request, response: Response, accept?: Accepted): Promise<void>
  /**
   * The member of a device that connects by WebSocket; also of a television that may only play. `token`: a bearer token that is not in the
   * header. Null for a visitor and for a session that has ended.
   */
  find(request: Request, token?: string | null): Promise<Actor | null>
  /** The same as middleware, for pages. */
  middleware: RequestHandler
  /**
   * Starts a session for `uid` and sets the cookie. The token is always new and the previous session of the browser ends, which prevents
   * session fixation.
   */
  begin(request: Request, response: Response, uid: string, device?: string): Promise<void>
  /** Ends the session of the request and clears its cookie. */
  end(request: Request, response: Response): Promise<void>
}

export interface SessionDeps {
  store: SessionStore
  castTokens: CastTokens
  /** Whether read-only mode applies to this member. */
  isReadOnlyFor(actor: Actor): Promise<boolean>
  /** Called for each new session: marks the member's device as known. */
  remember(request: Request, response: Response, uid: string): Promise<void>
}

export function createSessions({ store, castTokens, remember, isReadOnlyFor }: SessionDeps, { secure }: { secure: boolean }): Sessions {
  function tokenOf(request: Request): string | null {
    const token = parseCookie(request.headers.cookie ?? '')[cookieName(sessionCookie, secure)]
    return token === undefined || token === '' ? null : token
  }

  async function known(actor: Actor | null | undefined): Promise<Actor | null> {
    if (!actor) return null
    return { ...actor, ...((await isReadOnlyFor(actor)) && { readOnly: true }) }
  }

  /** The session of a token, unless it may only play and the endpoint does not accept that. */
  async function findSession(
    token: string,
    { cast = false, playback = false }: Accepted,
  ): Promise<Awaited<ReturnType<SessionStore['find']>>> {
    const found = await store.find(hashOf(token))
    return found?.playbackOnly && !cast && !playback ? null : found
  }

  async function identifyBearer(request: Request, token: string, accepted: Accepted): Promise<void> {
    const session = await findSession(token, accepted)
    const actor = await known(session?.actor ?? (accepted.cast ? await castTokens.find(hashOf(token)) : null))
    states.set(request, { actor, ended: actor === null, bearer: true, secure })
  }

  async function identify(request: Request, response: Response, accepted: Accepted = {}): Promise<void> {
    const bearer = bearerOf(request)
    if (bearer !== null) return identifyBearer(request, bearer, accepted)
    const token = tokenOf(request)
    const found = token === null ? null : await findSession(token, accepted)
    if (token !== null && found?.extended) setCookie(response, secure, token, sessionSeconds)
    states.set(request, { actor: await known(found?.actor), ended: token !== null && found === null, bearer: false, secure })
  }

  return {
    identify,

    async find(request, given = null) {
      const token = given ?? bearerOf(request) ?? tokenOf(request)
      return token === null ? null : known((await store.find(hashOf(token)))?.actor)
    },

    middleware: async (request, response, next) => {
      await identify(request, response)
      next()
    },

    async begin(request, response, uid, device) {
      const previous = tokenOf(request)
      const token = randomBytes(32).toString('base64url')
      const userAgent = (request.get('user-agent') ?? '').slice(0, 300)
      await store.add({ hash: hashOf(token), uid, userAgent, device: device ?? null }, previous === null ? null : hashOf(previous))
      setCookie(response, secure, token, sessionSeconds)
      await remember(request, response, uid)
    },

    async end(request, response) {
      const token = bearerOf(request) ?? tokenOf(request)
      if (token !== null) await store.remove(hashOf(token))
      clearCookie(response, secure)
    },
  }
}
