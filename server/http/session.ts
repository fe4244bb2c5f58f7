/**
 * Who asks. A session is an opaque random token in a cookie; whoever stores sessions knows only its
 * SHA-256, so that a stolen backup signs nobody in (decision 8).
 */
import { hash, randomBytes } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { Request, RequestHandler, Response } from 'express'
import { sessionSeconds } from '#contract/rules.ts'
import type { Privileges } from '#contract/schemas.ts'
import { cookieName, setHostCookie } from './cookies.ts'

export const sessionCookie = 'strand_session'

export interface Actor {
  uid: string
  name: string
  isAdmin: boolean
  verified: boolean
  privileges: Privileges
  /** Whether they block or mute anybody; lists cost a member who does not nothing. */
  hides: boolean
  /** Which session this is: the hash of its token. */
  sessionHash: string
  /** Nobody may change anything here (decision 31). */
  readOnly?: true
}

/** Where sessions are kept, by the hashes of their tokens. */
export interface SessionStore {
  /** Null where there is none, or it has expired. `extended` tells that its end has just been moved. */
  find(hash: string): Promise<{ actor: Actor; extended: boolean } | null>
  add(session: { hash: string; uid: string; userAgent: string; device: string | null }, replacing: string | null): Promise<void>
  remove(hash: string): Promise<void>
}

/** Where receivers' tokens are kept, by their hashes. */
export interface CastTokens {
  /** For whom a token speaks. Null where there is none, or it has expired. */
  find(hash: string): Promise<Actor | null>
}

interface RequestState {
  actor: Actor | null
  /** A session was sent and is no longer good. */
  ended: boolean
  /** Whether it came in a header of its own, and not in the browser's cookie. */
  bearer: boolean
  secure: boolean
}

const states = new WeakMap<Request, RequestState>()

/** Null for an anonymous visitor. */
export const actorOf = (request: Request): Actor | null => states.get(request)?.actor ?? null
export const hasEndedSession = (request: Request): boolean => states.get(request)?.ended ?? false

/**
 * A television and a receiver send their token themselves. No other site's page can, for it would have
 * to ask first; so such a request needs no proof of its origin, and the cookie counts for nothing.
 */
export const bearerOf = (request: Request): string | null => /^bearer +(\S*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

/** A token that was sent on purpose and opens nothing here: that is never taken for an anonymous visit. */
export const hasRefusedBearer = (request: Request): boolean => {
  const state = states.get(request)
  return state !== undefined && state.bearer && state.ended
}

const hashOf = (token: string): string => hash('sha256', token)

const setCookie = (response: Response, secure: boolean, value: string, maxAge: number): void =>
  setHostCookie(response, sessionCookie, value, { secure, maxAge })

const clearCookie = (response: Response, secure: boolean): void => setCookie(response, secure, '', 0)

/** For an answer that says that the session has ended. */
export const clearEndedSession = (request: Request, response: Response): void => {
  const state = states.get(request)
  if (state && !state.bearer) clearCookie(response, state.secure)
}

export interface Sessions {
  /** Finds out who asks, for `actorOf`. A token that is unknown or expired makes an anonymous visitor. */
  identify(request: Request, response: Response, accept?: { cast?: boolean | undefined }): Promise<void>
  /** The same for pages. */
  middleware: RequestHandler
  /**
   * Starts a session for `uid` and sets the cookie. The token is always new, never one that the
   * request brought, and the session that it brought ends: nobody can plant one (session fixation).
   */
  begin(request: Request, response: Response, uid: string, device?: string): Promise<void>
  /** Ends the session of the request and clears the cookie. */
  end(request: Request, response: Response): Promise<void>
}

export interface SessionDeps {
  store: SessionStore
  castTokens: CastTokens
  /** Is called for each session that begins: from now on the member's device is a known one. */
  remember(request: Request, response: Response, uid: string): Promise<void>
}

export function createSessions(
  { store, castTokens, remember }: SessionDeps,
  { secure, readOnly = false }: { secure: boolean; readOnly?: boolean },
): Sessions {
  function tokenOf(request: Request): string | null {
    const token = parseCookie(request.headers.cookie ?? '')[cookieName(sessionCookie, secure)]
    return token === undefined || token === '' ? null : token
  }

  const known = (actor: Actor | null | undefined): Actor | null => (actor ? { ...actor, ...(readOnly && { readOnly }) } : null)

  async function identifyBearer(request: Request, token: string, cast: boolean): Promise<void> {
    const hash = hashOf(token)
    const actor = known((await store.find(hash))?.actor ?? (cast ? await castTokens.find(hash) : null))
    states.set(request, { actor, ended: actor === null, bearer: true, secure })
  }

  async function identify(request: Request, response: Response, { cast = false }: { cast?: boolean | undefined } = {}): Promise<void> {
    const bearer = bearerOf(request)
    if (bearer !== null) return identifyBearer(request, bearer, cast)
    const token = tokenOf(request)
    const found = token === null ? null : await store.find(hashOf(token))
    if (token !== null && found?.extended) setCookie(response, secure, token, sessionSeconds)
    states.set(request, { actor: known(found?.actor), ended: token !== null && found === null, bearer: false, secure })
  }

  return {
    identify,

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
