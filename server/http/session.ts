/**
 * Who asks. A session is an opaque random token in a cookie; whoever stores sessions knows only its
 * SHA-256, so that a stolen backup signs nobody in (decision 8).
 */
import { hash, randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Request, RequestHandler, Response } from 'express'
import { sessionSeconds } from '../contract/rules.ts'
import type { Privileges } from '../contract/schemas.ts'

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
}

/** Where sessions are kept, by the hashes of their tokens. */
export interface SessionStore {
  /** Null where there is none, or it has expired. `extended` tells that its end has just been moved. */
  find(hash: string): Promise<{ actor: Actor; extended: boolean } | null>
  add(session: { hash: string; uid: string; userAgent: string }, replacing: string | null): Promise<void>
  remove(hash: string): Promise<void>
}

interface RequestState {
  actor: Actor | null
  /** A session was sent and is no longer good. */
  ended: boolean
  secure: boolean
}

const states = new WeakMap<Request, RequestState>()

/** Null for an anonymous visitor. */
export const actorOf = (request: Request): Actor | null => states.get(request)?.actor ?? null
export const hasEndedSession = (request: Request): boolean => states.get(request)?.ended ?? false

const hashOf = (token: string): string => hash('sha256', token)

function tokenOf(request: Request): string | null {
  const token = parseCookie(request.headers.cookie ?? '')[sessionCookie]
  return token === undefined || token === '' ? null : token
}

function setCookie(response: Response, secure: boolean, value: string, maxAge: number): void {
  const cookie = { name: sessionCookie, value, maxAge, httpOnly: true, sameSite: 'lax', secure, path: '/' } as const
  response.append('Set-Cookie', stringifySetCookie(cookie))
}

const clearCookie = (response: Response, secure: boolean): void => setCookie(response, secure, '', 0)

/** For an answer that says that the session has ended. */
export const clearEndedSession = (request: Request, response: Response): void => clearCookie(response, states.get(request)?.secure ?? false)

export interface Sessions {
  /** Finds out who asks, for `actorOf`. A token that is unknown or expired makes an anonymous visitor. */
  identify(request: Request, response: Response): Promise<void>
  /** The same for pages. */
  middleware: RequestHandler
  /**
   * Starts a session for `uid` and sets the cookie. The token is always new, never one that the
   * request brought, and the session that it brought ends: nobody can plant one (session fixation).
   */
  begin(request: Request, response: Response, uid: string): Promise<void>
  /** Ends the session of the request and clears the cookie. */
  end(request: Request, response: Response): Promise<void>
}

export function createSessions(store: SessionStore, { secure }: { secure: boolean }): Sessions {
  async function identify(request: Request, response: Response): Promise<void> {
    const token = tokenOf(request)
    const found = token === null ? null : await store.find(hashOf(token))
    if (token !== null && found?.extended) setCookie(response, secure, token, sessionSeconds)
    states.set(request, { actor: found?.actor ?? null, ended: token !== null && found === null, secure })
  }

  return {
    identify,

    middleware: async (request, response, next) => {
      await identify(request, response)
      next()
    },

    async begin(request, response, uid) {
      const previous = tokenOf(request)
      const token = randomBytes(32).toString('base64url')
      const userAgent = (request.get('user-agent') ?? '').slice(0, 300)
      await store.add({ hash: hashOf(token), uid, userAgent }, previous === null ? null : hashOf(previous))
      setCookie(response, secure, token, sessionSeconds)
    },

    async end(request, response) {
      const token = tokenOf(request)
      if (token !== null) await store.remove(hashOf(token))
      clearCookie(response, secure)
    },
  }
}
